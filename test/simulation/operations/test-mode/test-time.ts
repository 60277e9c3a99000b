import { Clock } from '../../../../src/ports/clock.ts'
import { TestClockStore } from '../../../../src/ports/test-mode/test-clocks.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { VirtualClock } from '../../run/virtual-clock.ts'

/** Works in a simulated process at the time of a test clock, as the API does for a request of its organization. */
export async function inTestTime<Result>(
  api: ServiceProcess,
  organizationId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const clock = await api.get(TestClockStore).find(organizationId)
  if (clock === null) throw new Error('The test organization has a clock')
  return api.get(Clock).at(clock.now, work)
}

/** Returns the calendar month (UTC) of the virtual time, which counts as the real time of a run. */
export function monthOf(clock: VirtualClock): string {
  return clock.realNow().toISOString().slice(0, 7)
}
