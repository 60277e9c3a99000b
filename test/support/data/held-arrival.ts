import type { StoredArrival } from '../../../src/domain/arrival/arrival.ts'
import { Ids } from '../../../src/ports/ids.ts'
import type { Tenant } from '../tenant.ts'
import type { World } from '../world.ts'

/** Returns a held arrival of a tenant's data table for tests, whose body is the given content as JSON. */
export function heldArrival(
  { container, clock }: World,
  { organizationId, dataTableId }: Pick<Tenant, 'organizationId' | 'dataTableId'>,
  no: number,
  content: object,
): StoredArrival {
  const bytes = Buffer.from(JSON.stringify(content))
  return {
    id: container.get(Ids).next(),
    organizationId,
    dataTableId,
    receivedAt: clock.now(),
    status: 'held',
    code: null,
    reasons: [],
    format: null,
    mappingId: null,
    apiKeyId: null,
    requestId: `request ${no}`,
    records: 1,
    accepted: 0,
    heldPositions: null,
    recordsRoot: null,
    body: { bytes, digest: `${no}`, contentType: null, contentEncoding: null, headers: {}, query: {} },
    revision: 1,
  }
}
