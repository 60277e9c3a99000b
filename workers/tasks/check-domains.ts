import type { CheckDueDomains } from '../../src/use-cases/sender/check-due-domains.ts'
import type { Task } from './task.ts'

export function checkDomainsTask(checkDueDomains: CheckDueDomains): Task {
  return async (_payload, { signal }) => {
    await checkDueDomains.execute(signal)
  }
}
