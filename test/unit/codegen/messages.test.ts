// Sub-messages, operations and multicast groups.

import { describe, expect, it } from 'vitest'
import type { Format, MessageSpec } from '../../../src/wire/formats.ts'
import { Reader } from '../../../src/wire/reader.ts'
import { Writer } from '../../../src/wire/writer.ts'
import { bytesOf, type Generated, hexOf, load } from './support.ts'

const SUB_MESSAGES = `
definitions:
  - { name: limit, type: struct, members: [{ name: v, type: u16 }] }
attribute-sets:
  - { name: a-attrs, name-prefix: a-, attributes: [{ name: x, type: u8 }] }
sub-messages:
  - name: opts
    formats:
      - { value: a, attribute-set: a-attrs }
      - { value: fixed, fixed-header: limit }
      - { value: both_ways, fixed-header: limit, attribute-set: a-attrs }
      - { value: none }
`

describe('sub-messages', () => {
  it.each([
    ['a', { x: 5 }, '0c000780 05000100 05000000'],
    ['fixed', { v: 3 }, '06000780 03000000'],
    ['both_ways', { header: { v: 3 }, attrs: { x: 5 } }, '10000780 03000000 05000100 05000000'],
    ['none', undefined, '04000780'],
  ])('encodes and decodes the format %s', async (value, content, bytes) => {
    const format = formatOf(await load(SUB_MESSAGES), value)
    const w = new Writer()
    w.sub(7, format.encode(content))
    expect(hexOf(w.written())).toBe(bytes)
    const payload = bytesOf(bytes)
    const stop = new DataView(payload.buffer).getUint16(0, true)
    expect(format.decode(new Reader(payload), 4, stop)).toEqual(content)
  })

  it('reads a header alone, without the attributes that should follow', async () => {
    const format = formatOf(await load(SUB_MESSAGES), 'both_ways')
    expect(format.decode(new Reader(bytesOf('0300')), 0, 2)).toEqual({ header: { v: 3 }, attrs: {} })
  })

  it('finds the names in a sub-message by the text that selects', async () => {
    const generated = await load(SUB_MESSAGES)
    const names = generated.value('aAttrsNames')
    expect(generated.call('selectTestNames', 'opts', 'a')).toEqual({ names, skip: 0 })
    expect(generated.call('selectTestNames', 'opts', 'both_ways')).toEqual({ names, skip: 2 })
    expect(generated.call('selectTestNames', 'opts', 'fixed')).toBeUndefined()
    expect(generated.call('selectTestNames', 'opts', 'constructor')).toBeUndefined()
    expect(generated.call('selectTestNames', 'other', 'a')).toBeUndefined()
  })
})

describe('operations', () => {
  it('numbers requests and replies apart in the directional model', async () => {
    const generated = await load(`
definitions:
  - { name: head, type: struct, members: [{ name: f, type: u32 }] }
attribute-sets:
  - { name: attrs, attributes: [{ name: v, type: u8 }] }
operations:
  enum-model: directional
  name-prefix: rtm-
  fixed-header: head
  list:
    - { name: new, doc: Make one., attribute-set: attrs, do: { request: { value: 36 } } }
    - { name: del, doc: Remove one., attribute-set: attrs, do: { request: {} } }
    - name: get
      doc: Get one.
      attribute-set: attrs
      do: { request: {}, reply: { value: 36, attributes: [v] } }
      dump: { request: {}, reply: { value: 36 } }
    - { name: new-ntf, doc: One is new., value: 36, notify: get }
    - { name: gone, doc: One is gone., value: 40, notify: get }
    - { name: reserved, doc: Nothing yet. }
    - { name: late, doc: Comes last., do: { request: { value: 50 } } }
`)
    expect(generated.constants()).toMatchObject({ RTM_NEW: 36, RTM_DEL: 37, RTM_GET: 38, RTM_LATE: 50 })
    expect(generated.value('RTM_NEW_NTF')).toBeUndefined()
    expect(generated.value('RTM_RESERVED')).toBeUndefined()
    const messages = messagesOf(generated)
    expect(Object.keys(messages)).toEqual(['36', '37', '38', '40', '50'])
    expect(messages[36]).toEqual({
      name: 'RTM_NEW',
      header: 'head',
      headerSize: 4,
      set: 'attrs',
      names: generated.value('attrsNames'),
    })
    expect(messages[50]).toEqual({
      name: 'RTM_LATE',
      header: 'head',
      headerSize: 4,
      set: undefined,
      names: undefined,
    })
  })

  it('numbers all alike in the unified model', async () => {
    const generated = await load(`
operations:
  enum-model: unified
  list:
    - { name: first, doc: A., do: { request: {}, reply: {} } }
    - { name: hole, doc: Taken. }
    - { name: third, doc: C., dump: { reply: {} } }
    - { name: ntf, doc: D., value: 9, notify: first }
    - { name: last, doc: E., event: {} }
`)
    expect(generated.constants()).toMatchObject({
      TEST_CMD_FIRST: 1,
      TEST_CMD_HOLE: 2,
      TEST_CMD_THIRD: 3,
      TEST_CMD_NTF: 9,
      TEST_CMD_LAST: 10,
    })
    expect(Object.keys(messagesOf(generated))).toEqual(['1', '3', '9', '10'])
  })

  it('names multicast groups, by c-define-name where there is one', async () => {
    const generated = await load(`
mcast-groups:
  list:
    - { name: rtnlgrp-tc, value: 4 }
    - { name: other, value: 5, c-define-name: my-group }
    - { name: nameless }
`)
    expect(generated.constants()).toEqual({ RTNLGRP_TC: 4, MY_GROUP: 5 })
  })
})

function formatOf(generated: Generated, value: string): Format<unknown> {
  const formats = generated.value('opts') as Record<string, Format<unknown>>
  const format = formats[value]
  if (format === undefined) throw new Error(`no format ${value}`)
  return format
}

function messagesOf(generated: Generated): Record<number, MessageSpec> {
  return generated.value('TEST_MESSAGES') as Record<number, MessageSpec>
}
