import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import type { FileStore } from '../../../../ports/sender/message/files.ts'
import { execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import { fileColumns } from './files.ts'

const add: Statement = {
  name: 'add_file',
  text: `
    insert into files (id, organization_id, name, type, size, digest, content, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const count: Statement = {
  name: 'count_files',
  text: 'select count(*)::int as count from files where organization_id = $1',
}

const hold: Statement = {
  name: 'hold_files',
  text: `
    select ${fileColumns} from files where organization_id = $1 and id = any($2::uuid[]) order by id for share`,
}

const lock: Statement = {
  name: 'lock_file',
  text: `select ${fileColumns} from files where organization_id = $1 and id = $2 for update`,
}

// Returns whether a step uses a file. Searches the steps for the file's id as text, because it appears in
// them only where they name the file.
const isInUse: Statement = {
  name: 'is_file_in_use',
  text: `
    select exists (
      select from spinners s join spinner_versions v on v.spinner_id = s.id
       where s.organization_id = $1 and strpos(lower(v.steps::text), $2) > 0) as used`,
}

const remove: Statement = { name: 'remove_file', text: 'delete from files where id = $1' }

type Row<Type> = Type & { readonly [name: string]: unknown }

export class PostgresFileStore implements FileStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add({ id, organizationId, name, type, size, digest, content, createdAt }: FileWithContent) {
    const values = [id, organizationId, name, type, size, digest, Buffer.from(content), createdAt]
    await execute(this.#tx.connection, add, values)
  }

  async count(organizationId: string): Promise<number> {
    const [row] = await execute<{ count: number }>(this.#tx.connection, count, [organizationId])
    return row?.count ?? 0
  }

  hold(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return execute<Row<StoredFile>>(this.#tx.connection, hold, [organizationId, ids])
  }

  async lock(organizationId: string, id: string): Promise<StoredFile | null> {
    const [row] = await execute<Row<StoredFile>>(this.#tx.connection, lock, [organizationId, id])
    return row ?? null
  }

  async isInUse(organizationId: string, id: string): Promise<boolean> {
    const values = [organizationId, id.toLowerCase()]
    const [row] = await execute<{ used: boolean }>(this.#tx.connection, isInUse, values)
    return row?.used ?? false
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id])
  }
}
