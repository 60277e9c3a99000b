import Joi from 'joi'
import type { RunTestClock } from '../../src/use-cases/test-mode/run-test-clock.ts'
import type { Task } from './task.ts'

const payloadForm = Joi.object<{ organizationId: string }>({
  organizationId: Joi.string().guid().required(),
}).required()

/** Processes queue entries for turns of test organizations, which also move their test clocks. */
export function runTestClockTask(runTestClock: RunTestClock): Task {
  return async (payload, { signal }) => {
    const { organizationId }: { organizationId: string } = Joi.attempt(payload, payloadForm)
    await runTestClock.execute({ organizationId, signal })
  }
}
