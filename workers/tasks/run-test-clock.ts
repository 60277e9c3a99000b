import Joi from 'joi'
import type { RunTestClock } from '../../src/use-cases/test-mode/run-test-clock.ts'
import type { Task } from './task.ts'

const payloadForm = Joi.object<{ organizationId: string }>({
  organizationId: Joi.string().guid().required(),
}).required()

/** Runs the queue entries of test organizations, whose turns also move their test clock. */
export function runTestClockTask(runTestClock: RunTestClock): Task {
  return async (payload, { signal }) => {
    const { organizationId }: { organizationId: string } = Joi.attempt(payload, payloadForm)
    await runTestClock.execute({ organizationId, signal })
  }
}
