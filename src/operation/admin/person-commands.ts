import type { Container } from 'inversify'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { operator } from '../../domain/account/audit/actor.ts'
import { isId } from '../../domain/id.ts'
import type { ErasureReceipt } from '../../domain/person/erasure.ts'
import { ErasePerson } from '../../use-cases/person/erase-person.ts'
import { ExportPerson } from '../../use-cases/person/export-person.ts'
import { adminCommand, type ParsedCommandLine, textTable } from './admin-command.ts'

export const exportPerson = adminCommand({
  form: 'export-person ORGANIZATION EMAIL|COLUMN=VALUE',
  positionals: 2,
  summary: 'Prints all data that an organization stores about a person, as one JSON object.',
  options: {},
  run: async (container: Container, parsed) =>
    `${JSON.stringify(await container.get(ExportPerson).execute(personOf(parsed)), null, 2)}\n`,
})

export const erasePerson = adminCommand({
  form: 'erase-person ORGANIZATION EMAIL|COLUMN=VALUE [--json]',
  positionals: 2,
  summary:
    'Erases all data that an organization stores about a person, and prints a receipt with the numbers of erased entries.',
  options: {},
  flags: { json: 'prints the receipt as one JSON object' },
  run: async (container: Container, parsed) => {
    const receipt = await container.get(ErasePerson).execute(personOf(parsed))
    return parsed.flags.has('json') ? `${JSON.stringify(receipt, null, 2)}\n` : receiptText(receipt)
  },
})

function personOf({ words: [organizationId = '', sought = ''] }: ParsedCommandLine) {
  if (!isId(organizationId))
    throw new StartFault('ORGANIZATION must be an id; `npm run admin -- organizations` lists the ids.')
  const [column = '', ...value] = sought.split('=')
  return {
    organizationId: organizationId.toLowerCase(),
    // Reads an argument with an "@" as an address, even if it also contains an "=". Other values, such as
    // phone numbers, contain no "@".
    sought:
      value.length > 0 && !sought.includes('@') ? { column, value: value.join('=') } : { email: sought },
    by: operator,
  }
}

function receiptText({
  isFound,
  inTransit,
  isSuppressed,
  stores,
  person,
  remainingRecords,
}: ErasureReceipt): string {
  const erased = stores.filter((store) => store.erased > 0)
  const rows = erased.map((store) => [store.store, String(store.erased)])
  const lines = [
    isFound ? textTable(['STORE', 'ERASED'], rows).trimEnd() : 'The service had no data of this person.',
    isSuppressed
      ? `The person was suppressed. The service keeps a digest of the address (${person}), so that it does not write to the person again.`
      : 'The person was not suppressed. The service may write to the person if the address is added again.',
  ]
  for (const { dataTableId, recordId, columns, reason } of remainingRecords)
    lines.push(
      `The record ${recordId} of the data table ${dataTableId} stays without the address in ${columns.join(', ')}, because it ${reason === 'noAddress' ? 'is about a person without an address' : 'has the address of another person'}.`,
    )
  if (inTransit > 0)
    lines.push(
      `${inTransit} messages to the person are being sent at this moment. Run this again in a few minutes to delete their traces.`,
    )
  return `${lines.join('\n')}\n`
}
