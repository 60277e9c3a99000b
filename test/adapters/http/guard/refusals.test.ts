import { expect, it } from '@jest/globals'
import { isHeldByRoute } from '../../../../src/adapters/http/guard/refusals.ts'
import { type Route, route } from '../../../../src/adapters/http/route.ts'
import { TableBusy } from '../../../../src/domain/arrival/table-busy.ts'
import { DomainError } from '../../../../src/domain/errors.ts'

const ingest: Route = {
  ...route({
    method: 'POST',
    path: '/ingest',
    operationId: 'records.ingest',
    summary: 'Ingest',
    description: 'Ingest',
    tag: 'Ingest',
    auth: { kind: 'apiKey', scope: 'ingest' },
    responses: {},
    errors: [],
    handle: async () => ({ status: 200, body: {} }),
  }),
  salvage: async () => null,
}

it('a request for an open table that is busy with an import is held, and one for a strict table is repeated by its source', () => {
  const busy = (isOpen: boolean) => Object.assign(new TableBusy(), { isOpen })
  expect(
    [busy(true), busy(false), new DomainError('OVERLOADED')].map((error) => isHeldByRoute(ingest, error)),
  ).toEqual([true, false, false])
})
