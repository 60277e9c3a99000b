import type { Page, PageOf } from '../../../../domain/page.ts'
import type { FileWithContent, StoredFile } from '../../../../domain/sender/message/stored-file.ts'
import { FileStore } from '../../../../ports/sender/message/files.ts'
import type { Statement } from '../../database.ts'
import { type Executor, entity } from '../../rows.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'

const storedFiles = entity('files', 'id', 'organizationId', 'name', 'type', 'size', 'digest', 'createdAt')

const contents = fieldsOf('files', 'content')

const some: Statement = {
  name: 'some_files',
  text: `select ${storedFiles.selected()} from files where organization_id = $1 and id = any($2::uuid[])`,
}

const read: Statement = {
  name: 'read_files',
  text: `select ${storedFiles.selected()}, ${contents.selected()} from files where organization_id = $1 and id = any($2::uuid[])`,
}

type FileRow = Selected<typeof storedFiles>

// The content stays in the database, because a copy of many files would need much memory of this process.
const copy: Statement = {
  name: 'copy_file',
  text: `
    insert into files (id, organization_id, name, type, size, digest, content, created_at)
    select $2, $3, name, type, size, digest, content, $4 from files where id = $1
    returning 1`,
}

const hold: Statement = {
  name: 'hold_files',
  text: `
    select ${storedFiles.selected()} from files where organization_id = $1 and id = any($2::uuid[]) order by id for share`,
}

// Returns whether a step uses a file. Searches the steps for the file's id as text, because it appears in
// them only where they name the file.
const isInUse: Statement = {
  name: 'is_file_in_use',
  text: `
    select exists (
      select from stored_spinners s join spinner_versions v on v.spinner_id = s.id
       where s.organization_id = $1 and strpos(lower(v.steps::text), $2) > 0) as used`,
}

export class PostgresFileStore extends FileStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override list(organizationId: string, page: Page): Promise<PageOf<StoredFile>> {
    return storedFiles.within(this.#executor).newest({ organizationId }, page)
  }

  override some(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.#executor.read<FileRow>(some, [organizationId, ids])
  }

  override read(organizationId: string, ids: readonly string[]): Promise<readonly FileWithContent[]> {
    return this.#executor.read<FileRow & Selected<typeof contents>>(read, [organizationId, ids])
  }

  override add({ content, ...file }: FileWithContent): Promise<void> {
    return storedFiles.within(this.#executor).add(file, { content: Buffer.from(content) })
  }

  override async copy(sourceId: string, file: StoredFile): Promise<boolean> {
    const { id, organizationId, createdAt } = file
    const values = [sourceId, id, organizationId, createdAt]
    return (await this.#executor.write(copy, values)).length > 0
  }

  override count(organizationId: string): Promise<number> {
    return storedFiles.within(this.#executor).count({ organizationId })
  }

  override hold(organizationId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.#executor.read<Selected<typeof storedFiles>>(hold, [organizationId, ids])
  }

  override lock(organizationId: string, id: string): Promise<StoredFile | null> {
    return storedFiles.within(this.#executor).lock({ organizationId, id })
  }

  override async isInUse(organizationId: string, id: string): Promise<boolean> {
    const values = [organizationId, id.toLowerCase()]
    const [row] = await this.#executor.read<{ used: boolean }>(isInUse, values)
    return row?.used ?? false
  }

  override async remove(id: string): Promise<void> {
    await storedFiles.within(this.#executor).remove({ id })
  }
}
