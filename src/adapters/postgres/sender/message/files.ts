import type { Page, PageOf } from '../../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import { FileQueries } from '../../../../ports/sender/message/files.ts'
import type { Database, Statement } from '../../database.ts'
import { entity } from '../../rows.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'

export const storedFiles = entity(
  'files',
  'id',
  'organizationId',
  'name',
  'type',
  'size',
  'digest',
  'createdAt',
)

const content = fieldsOf('files', 'content')

const some: Statement = {
  name: 'some_files',
  text: `select ${storedFiles.selected()} from files where organization_id = $1 and id = any($2::uuid[])`,
}

const read: Statement = {
  name: 'read_files',
  text: `select ${storedFiles.selected()}, ${content.selected()} from files where organization_id = $1 and id = any($2::uuid[])`,
}

type FileRow = Selected<typeof storedFiles>

export class PostgresFiles extends FileQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override list(organizationId: string, page: Page): Promise<PageOf<StoredFile>> {
    return storedFiles.within(this.#database).newest({ organizationId }, page)
  }

  override some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.#database.read<FileRow>(some, [organizationId, ids])
  }

  override read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]> {
    return this.#database.read<FileRow & Selected<typeof content>>(read, [organizationId, ids])
  }
}
