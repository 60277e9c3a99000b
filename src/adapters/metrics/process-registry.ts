import { collectDefaultMetrics, Registry } from 'prom-client'

/** A registry with what every process of Node.js can tell of itself: memory, CPU, event loop, collections. */
export function processRegistry(): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}
