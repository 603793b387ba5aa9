// The test suite's projects. `npm test` runs them through test/run.mjs, which gives `live` a namespace.

import { defineConfig } from 'vitest/config'
import { RunReporter } from './test/live/support/reporter.ts'

export default defineConfig({
  test: {
    reporters: ['default', new RunReporter()],
    // The checkout may belong to someone else than the namespace's root: write nothing into it.
    cache: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/wire/**/*.test.ts'],
          typecheck: {
            enabled: true,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'tsconfig.json',
            // `npm run types` tells of errors elsewhere
            ignoreSourceErrors: true,
          },
        },
      },
      { test: { name: 'headers', include: ['test/headers/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'live',
          include: ['test/live/**/*.live.test.ts'],
          globalSetup: ['test/live/support/setup.ts'],
          // One namespace, and action tables and monitors that all of it shares: one file after the other.
          // One process for all of them, too: under emulation each start costs seconds.
          fileParallelism: false,
          isolate: false,
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
