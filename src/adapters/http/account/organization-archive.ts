import { Readable } from 'node:stream'
import type {
  OrganizationExport,
  OrganizationPart,
} from '../../../use-cases/account/deletion/export-organization.ts'
import { csvText } from '../../streams/csv-text.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { type ZipFile, zipArchive } from '../../streams/zip-archive.ts'
import { presentSuppression, suppressionSchema } from '../contact/suppression-routes.ts'
import { documented } from '../request/documented.ts'
import { whileAdmitted } from '../request/while-admitted.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { presentSpinner } from '../spinner/spinner-presenter.ts'
import { presentEntry } from './audit-routes.ts'

/** Returns the route by which admins download everything of their organization. */
export function archiveRoute(services: Services): Route {
  return route({
    method: 'GET',
    path: '/organization/export',
    operationId: 'organization.export',
    summary: 'Export your organization',
    description:
      'Returns a ZIP archive with the data of the organization: each data table as CSV in UTF-8, and `spinners.json`, `suppressions.json` and `audit.json` with objects as the API returns them. The export works while the organization is to be deleted, too. Cells are exported exactly as they are stored, so a spreadsheet may run some of them as formulas. The archive is written while it is read, so it has no `Content-Length`; an archive that ends early is incomplete, and ZIP programs say so. It ends early if the admin signs out, is removed or loses the role. `RATE_LIMITED` while the session reads another export.',
    tag: 'Organization',
    auth: adminsOnly,
    exports: true,
    responses: {
      200: { description: 'The archive, as a ZIP file.', contentType: 'application/zip', example: 'PK…' },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, by, stillAdmitted }) => {
      const exported = await services.exportOrganization.execute(signedIn.user.organizationId, by())
      return {
        status: 200,
        body: zipArchive(filesOf(exported, services, stillAdmitted), services.clock.now()),
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(exported.name)}.zip`,
        },
      }
    },
  })
}

async function* filesOf(
  { parts }: OrganizationExport,
  services: Services,
  stillAdmitted: () => Promise<void>,
): AsyncIterable<ZipFile> {
  const taken = new Set<string>()
  for await (const part of whileAdmitted(parts, stillAdmitted)) {
    if (part.kind !== 'dataTable')
      yield {
        name: `${part.kind}.json`,
        content: jsonOf(whileAdmitted(shownItems(part, services), stillAdmitted)),
      }
    else {
      const columns = part.table.columns.map(({ name }) => name)
      const content = csvText({
        columns,
        records: whileAdmitted(part.items, stillAdmitted),
        raw: true,
        lineEnd: 'unix',
      })
      yield { name: `tables/${fileNameOf(part.table.name, taken)}.csv`, content }
    }
  }
}

/**
 * Returns a file name for a table, without characters that file systems refuse. Two tables of one name get different
 * file names.
 */
function fileNameOf(table: string, taken: Set<string>): string {
  const plain = table.replaceAll(/[^\p{L}\p{N} _-]/gu, '_').trim() || 'table'
  let name = plain
  for (let next = 2; taken.has(name.toLowerCase()); next++) name = `${plain} ${next}`
  taken.add(name.toLowerCase())
  return name
}

/** Returns the items of a part as a JSON array, one line for each item. */
function jsonOf(shown: AsyncIterable<readonly object[]>): Readable {
  async function* text(): AsyncIterable<string> {
    let before = '[\n'
    for await (const items of shown) {
      for (const item of items) {
        yield `${before}${JSON.stringify(item)}`
        before = ',\n'
      }
    }
    yield before === '[\n' ? '[]\n' : '\n]\n'
  }
  return withErrorsHandled(Readable.from(text(), { objectMode: false }))
}

async function* shownItems(
  part: Exclude<OrganizationPart, { kind: 'dataTable' }>,
  { clock }: Services,
): AsyncIterable<readonly object[]> {
  if (part.kind === 'spinners') {
    for await (const items of part.items) yield items.map((spinner) => presentSpinner(spinner, clock.now()))
  } else if (part.kind === 'suppressions')
    for await (const items of part.items)
      yield items.map((suppression) => documented(suppressionSchema, presentSuppression(suppression)))
  else for await (const items of part.items) yield items.map(presentEntry)
}
