import type { SpinnerVersion } from '../../../src/domain/spinner/spinner.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import type { World } from '../world.ts'

/** Publishes the demo's spinner of a test again, with changes of its latest version and without further checks. */
export function changeVersion(
  { container, demo }: Pick<World, 'container' | 'demo'>,
  changes: Partial<SpinnerVersion>,
): Promise<void> {
  return container.get(UnitOfWork).run(async (tx) => {
    const spinner = await tx.spinners.lock(demo.organizationId, demo.spinnerId)
    const version = spinner && (await tx.spinners.findVersion(spinner.id, spinner.latestVersion))
    if (spinner === null || version === null) throw new Error('The demo has a published spinner')
    const latestVersion = spinner.latestVersion + 1
    await tx.spinners.addVersion(
      { ...version, ...changes, version: latestVersion },
      container.get(Clock).now(),
    )
    await tx.spinners.save({ ...spinner, latestVersion, publishedVersion: latestVersion })
  })
}
