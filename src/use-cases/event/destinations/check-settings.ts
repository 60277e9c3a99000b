import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DestinationSettings } from '../../../domain/event/destination/destination.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { EventChannel } from '../../../ports/event/event-channel.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Returns the settings of a destination with the project that a limited API key implies. Throws if the URL is not
 * allowed, or if the project or spinner does not exist within the reach of the caller.
 */
export async function checkedSettings(
  tx: Transaction,
  channel: EventChannel,
  reach: Reach,
  settings: DestinationSettings,
): Promise<DestinationSettings> {
  assertUrl(channel, settings.url)
  const { organizationId, projectIds } = reach
  const spinner =
    settings.spinnerId === null ? null : await tx.spinners.lock(organizationId, settings.spinnerId)
  if (settings.spinnerId !== null && (spinner === null || isOutside(reach, spinner.projectId)))
    throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
  const implied =
    projectIds?.length === 1 ? (projectIds[0] ?? null) : ((projectIds && spinner?.projectId) ?? null)
  const projectId = settings.projectId ?? implied
  if (projectId === null) {
    if (projectIds !== null)
      throw invalid(
        '/projectId',
        'REQUIRED',
        sentence('The API key is limited to projects, so name one in "projectId"'),
      )
    return settings
  }
  const project = await tx.projects.lock(organizationId, projectId)
  if (project === null || isOutside(reach, projectId))
    throw new DomainError('NOT_FOUND', { message: 'Project not found' })
  if (spinner !== null && spinner.projectId !== projectId)
    throw invalid(
      '/spinnerId',
      'OTHER_PROJECT',
      sentence('The spinner belongs to another project than "projectId"'),
    )
  return { ...settings, projectId }
}

/** Throws VALIDATION_FAILED if events cannot be sent to a URL. */
export function assertUrl(channel: EventChannel, url: string): void {
  const fault = channel.faultOf(url)
  if (fault !== null) throw invalid('/url', 'URL', sentence('The URL {fault}', { fault }))
}

function isOutside({ projectIds }: Reach, projectId: string): boolean {
  return projectIds !== null && !projectIds.includes(projectId)
}

function invalid(pointer: string, code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer, code, message }] })
}
