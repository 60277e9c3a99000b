import { processCount } from '../src/config/process-count.ts'
import { countLive } from './signs-of-life.ts'

/**
 * Exits with 0 if at least PROCESSES runtime processes have written to HEALTH_DIR within 20 seconds,
 * otherwise with 1. Needs the environment of the runtime.
 */
const { HEALTH_DIR: directory = '', PROCESSES: reported = '' } = process.env
const wanted = processCount(reported === '' ? 1 : reported)
const live = directory === '' ? 0 : await countLive(directory).catch(() => 0)
const hint = directory === '' ? 'HEALTH_DIR is not set; ' : ''
process.stdout.write(`${hint}${live} of ${wanted} runtime processes live\n`)
process.exitCode = live >= wanted ? 0 : 1
