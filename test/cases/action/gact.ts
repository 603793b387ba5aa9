// Rows about gact.

import type { KindCases } from '../types.ts'

const ADD = 'actions add action'

/** A row for a control that tc has a word for. */
const control = (name: string, dumped: unknown = name): KindCases['cases'][number] => ({
  name,
  tc: `${ADD} gact ${name}`,
  spec: { kind: 'gact', options: { control: name } },
  dumped: { control: dumped },
})

export const gact: KindCases = {
  family: 'action',
  kind: 'gact',
  cases: [
    control('drop'),
    control('pass'),
    control('pipe'),
    control('continue'),
    control('reclassify'),
    control('trap'),
    control('jump 2', { jump: 2 }),
    {
      ...control('goto chain 5', { goto: 5 }),
      bytesOnly: 'the kernel takes it in filters only, which rows of u32 show',
    },
    {
      name: 'number',
      noTc: 'tc has no word for controls of a future kernel; this one is stolen',
      tc: `${ADD} gact pass`,
      spec: { kind: 'gact', options: { control: { value: 4 } } },
      dumped: { control: 'stolen' },
    },
    {
      name: 'netrand',
      tc: `${ADD} gact pass random netrand drop 10`,
      spec: {
        kind: 'gact',
        options: { control: 'pass', random: { type: 'netrand', control: 'drop', value: 10 } },
      },
      dumped: { control: 'pass', random: { type: 'netrand', control: 'drop', value: 10 } },
    },
    {
      name: 'determ',
      tc: `${ADD} gact drop random determ pass 10000`,
      spec: {
        kind: 'gact',
        options: { control: 'drop', random: { type: 'determ', control: 'pass', value: 10_000 } },
      },
      dumped: { control: 'drop', random: { type: 'determ', control: 'pass', value: 10_000 } },
    },
    {
      name: 'index and cookie',
      tc: `${ADD} gact drop index 77 cookie 0011223344556677889900aabbccddee`,
      spec: {
        kind: 'gact',
        index: 77,
        cookie: '0011223344556677889900aabbccddee',
        options: { control: 'drop' },
      },
      dumped: { control: 'drop' },
    },
    {
      name: 'no_percpu',
      tc: `${ADD} gact drop no_percpu`,
      spec: { kind: 'gact', noPercpu: true, options: { control: 'drop' } },
      dumped: { control: 'drop' },
    },
    {
      name: 'hw_stats immediate',
      since: '5.7',
      tc: `${ADD} gact drop hw_stats immediate`,
      spec: { kind: 'gact', hwStats: 'immediate', options: { control: 'drop' } },
      dumped: { control: 'drop' },
    },
    {
      name: 'hw_stats delayed',
      since: '5.7',
      tc: `${ADD} gact drop hw_stats delayed`,
      spec: { kind: 'gact', hwStats: 'delayed', options: { control: 'drop' } },
      dumped: { control: 'drop' },
    },
    {
      name: 'hw_stats disabled',
      since: '5.7',
      tc: `${ADD} gact drop hw_stats disabled`,
      spec: { kind: 'gact', hwStats: 'disabled', options: { control: 'drop' } },
      dumped: { control: 'drop' },
    },
    {
      name: 'skip_hw',
      since: '6.1',
      tc: `${ADD} gact drop skip_hw`,
      spec: { kind: 'gact', skipHw: true, options: { control: 'drop' } },
      dumped: { control: 'drop' },
    },
    {
      name: 'skip_sw',
      bytesOnly: 'the kernel refuses it where no hardware takes the action',
      tc: `${ADD} gact drop skip_sw`,
      spec: { kind: 'gact', skipSw: true, options: { control: 'drop' } },
      dumped: {},
    },
  ],
  refusals: [
    {
      name: 'no control',
      spec: { kind: 'gact', options: {} },
      path: 'action.options.control',
      kernel: { client: 'there is no gact without control' },
    },
    {
      name: 'a control that is none',
      spec: { kind: 'gact', options: { control: 'explode' } },
      path: 'action.options.control',
      kernel: { client: 'tc refuses it itself' },
    },
    {
      name: 'a random value above 10000',
      spec: {
        kind: 'gact',
        options: { control: 'pass', random: { type: 'determ', control: 'drop', value: 10_001 } },
      },
      path: 'action.options.random.value',
      kernel: { client: 'tc refuses it itself, the kernel as well' },
    },
    {
      name: 'a random value of 0',
      spec: {
        kind: 'gact',
        options: { control: 'pass', random: { type: 'determ', control: 'drop', value: 0 } },
      },
      path: 'action.options.random.value',
      kernel: { client: 'the kernel takes it for 1' },
    },
    {
      name: 'a cookie above 16 bytes',
      spec: { kind: 'gact', cookie: new Uint8Array(17), options: { control: 'drop' } },
      path: 'action.cookie',
      kernel: { client: 'tc refuses it itself, the kernel as well' },
    },
    {
      name: 'a jump that does not fit',
      spec: { kind: 'gact', options: { control: { jump: 0x1000_0000 } } },
      path: 'action.options.control.jump',
      kernel: { client: 'it does not fit' },
    },
  ],
}
