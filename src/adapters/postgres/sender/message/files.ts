import { idAfter, type Page, type PageOf, pageOf } from '../../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import { Files } from '../../../../ports/sender/message/files.ts'
import type { Database, Statement } from '../../database.ts'

export const fileColumns = `
  id, organization_id as "organizationId", name, type, size, digest, created_at as "createdAt"`

const list: Statement = {
  name: 'list_files',
  text: `
    select ${fileColumns} from files
     where organization_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
}

const some: Statement = {
  name: 'some_files',
  text: `select ${fileColumns} from files where organization_id = $1 and id = any($2::uuid[])`,
}

const read: Statement = {
  name: 'read_files',
  text: `select ${fileColumns}, content from files where organization_id = $1 and id = any($2::uuid[])`,
}

type Row<Type> = Type & { readonly [name: string]: unknown }

export class PostgresFiles extends Files {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<StoredFile>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    const rows = await this.#database.read<Row<StoredFile>>(list, values)
    return pageOf(rows, page, ({ id }) => id)
  }

  override some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.#database.read<Row<StoredFile>>(some, [organizationId, ids])
  }

  override read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]> {
    return this.#database.read<Row<FileWithContent>>(read, [organizationId, ids])
  }
}
