// Vitest's global setup of the live project: probes once, hands the result to tests and to the reporter.

import type { TestProject } from 'vitest/node'
import { type Probe, probe } from './probe.ts'

declare module 'vitest' {
  interface ProvidedContext {
    probe: Probe
  }
}

export default function setup(project: TestProject): void {
  project.provide('probe', probe())
}
