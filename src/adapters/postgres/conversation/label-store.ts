import type { Label, LabelColor } from '../../../domain/conversation/label.ts'
import type { LabelRule } from '../../../domain/conversation/label-rule.ts'
import { LabelStore } from '../../../ports/conversation/labels.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

const labels = entity('labels', 'id', 'organizationId', 'name', 'color', 'createdAt')
const rules = entity('label_rules', 'id', 'organizationId', 'labelId', 'kind', 'words', 'createdAt')

// Takes the label from threads in the order of their ids, as merges of threads lock them.
const takeFromThreads: Statement = {
  name: 'take_label_from_threads',
  text: `
    update threads set labels = array_remove(labels, $2)
     where id = any(array(
       select id from threads where organization_id = $1 and labels <> '{}' and labels @> array[$2::uuid] order by id for no key update))`,
}

export class PostgresLabelStore extends LabelStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async labelsOf(organizationId: string): Promise<readonly Label[]> {
    const rows = await labels.within(this.#executor).list({ organizationId }, 'createdAt', 'id')
    return rows.map(labelOf)
  }

  override async lock(organizationId: string, id: string): Promise<Label | null> {
    const row = await labels.within(this.#executor).lock({ organizationId, id })
    return row === null ? null : labelOf(row)
  }

  override async put(organizationId: string, { kind: _kind, createdAt, ...label }: Label): Promise<void> {
    if (createdAt !== null) await labels.within(this.#executor).put({ ...label, organizationId, createdAt })
  }

  override async remove(organizationId: string, id: string): Promise<void> {
    await this.#executor.write(takeFromThreads, [organizationId, id])
    await rules.within(this.#executor).remove({ organizationId, labelId: id })
    await labels.within(this.#executor).remove({ organizationId, id })
  }

  override async rulesOf(organizationId: string): Promise<readonly LabelRule[]> {
    const rows = await rules.within(this.#executor).list({ organizationId }, 'createdAt', 'id')
    return rows.map(({ organizationId: _organizationId, ...rule }) => rule)
  }

  override async addRule(organizationId: string, { words, ...rule }: LabelRule): Promise<void> {
    await rules.within(this.#executor).add({ ...rule, organizationId, words: [...words] })
  }

  override async removeRule(organizationId: string, id: string): Promise<boolean> {
    return (await rules.within(this.#executor).remove({ organizationId, id })) > 0
  }
}

function labelOf({ organizationId: _organizationId, color, ...label }: Selected<typeof labels>): Label {
  return { ...label, color: color as LabelColor, kind: null }
}
