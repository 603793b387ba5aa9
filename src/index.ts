// netsched: traffic control for Node. This is all of its public surface, but for the subpaths
// `netsched/wire`, `netsched/layouts` and `netsched/testing`.

export { type OpenOptions, TrafficControl } from './client.ts'
