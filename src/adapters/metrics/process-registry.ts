import { collectDefaultMetrics, Registry } from 'prom-client'

/** Returns a registry with the default metrics of Node.js: memory, CPU, event loop and garbage collection. */
export function processRegistry(): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}
