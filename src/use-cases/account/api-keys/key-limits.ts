import { storedNetwork } from '../../../domain/account/api-keys/allowed-networks.ts'
import { DomainError, type ErrorItem } from '../../../domain/errors.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Returns networks in the spelling in which they are stored, each once. Throws for a text that is no network. */
export function storedNetworks(sent: readonly string[]): readonly string[] {
  const stored = sent.map(storedNetwork)
  const errors: ErrorItem[] = stored.flatMap((network, index) =>
    network === null
      ? [
          {
            pointer: `/allowedNetworks/${index}`,
            code: 'NOT_A_NETWORK',
            message: 'must be a network such as 203.0.113.0/24 or 2001:db8::/32',
          },
        ]
      : [],
  )
  if (errors.length > 0)
    throw new DomainError('VALIDATION_FAILED', { message: 'A network is not valid', errors })
  return [...new Set(stored.filter((network) => network !== null))]
}

/**
 * Throws if the organization lacks one of the projects. Locks them in the order of their ids; otherwise two
 * requests could deadlock.
 */
export async function assertProjects(
  tx: Transaction,
  organizationId: string,
  projectIds: readonly string[],
): Promise<void> {
  for (const id of projectIds.toSorted()) {
    if ((await tx.projects.lock(organizationId, id)) !== null) continue
    const pointer = `/projectIds/${projectIds.indexOf(id)}`
    const message = 'must be the id of a project of the organization'
    throw new DomainError('VALIDATION_FAILED', {
      message: `The request is not valid: ${pointer} ${message}`,
      errors: [{ pointer, code: 'UNKNOWN_PROJECT', message }],
    })
  }
}
