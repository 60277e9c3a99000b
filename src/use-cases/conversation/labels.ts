import type { AuditEvent } from '../../domain/account/audit/audit-entry.ts'
import type { Requester } from '../../domain/account/requester.ts'
import {
  type Label,
  type LabelColor,
  maxLabels,
  revisionOfLabel,
  serviceLabels,
} from '../../domain/conversation/label.ts'
import { type LabelRule, type LabelRuleKind, maxLabelRules } from '../../domain/conversation/label-rule.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { labelNotFound, labelsOf } from './threads.ts'

export interface LabelWords {
  readonly name: string
  readonly color: LabelColor
}

export interface NewLabelRule {
  readonly labelId: string
  readonly kind: LabelRuleKind
  readonly words: readonly string[]
}

/** Manages the labels of threads, and the rules that set them. */
export class Labels {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns the labels of the service, and those that the organization has made, oldest first. */
  list(organizationId: string): Promise<readonly Label[]> {
    return this.#unitOfWork.run((tx) => labelsOf(tx, organizationId))
  }

  async find(organizationId: string, id: string): Promise<Label> {
    const label = (await this.list(organizationId)).find((listed) => listed.id === id)
    if (label === undefined) throw labelNotFound()
    return label
  }

  create({ organizationId, by }: Requester, words: LabelWords): Promise<Label> {
    return this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that two requests at once cannot exceed the limit or use one name twice.
      await tx.organizations.lock(organizationId)
      const labels = await tx.labels.labelsOf(organizationId)
      if (labels.length >= maxLabels) throw tooMany(maxLabels)
      assertNewName([...serviceLabels, ...labels], words.name)
      const label: Label = { id: this.#ids.next(), ...words, kind: null, createdAt: this.#clock.now() }
      await tx.labels.put(organizationId, label)
      await note(tx, organizationId, { action: 'label.created', by }, label)
      return label
    })
  }

  change(
    { organizationId, by }: Requester,
    { id, words, revision }: { id: string; words: Partial<LabelWords>; revision: number | null },
  ): Promise<Label> {
    return this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const before = await lockedLabel(tx, organizationId, id)
      assertRevision({ revision: revisionOfLabel(before) }, revision)
      const label = { ...before, ...words }
      const others = (await labelsOf(tx, organizationId)).filter((other) => other.id !== id)
      assertNewName(others, label.name)
      await tx.labels.put(organizationId, label)
      const names = { before: { name: before.name }, after: { name: label.name } }
      await note(tx, organizationId, { action: 'label.changed', by, ...names }, label)
      return label
    })
  }

  /** Deletes a label of the organization with its rules, and takes it from all threads. */
  delete({ organizationId, by }: Requester, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const label = await lockedLabel(tx, organizationId, id)
      await tx.labels.remove(organizationId, id)
      await note(tx, organizationId, { action: 'label.deleted', by }, label)
    })
  }

  listRules(organizationId: string): Promise<readonly LabelRule[]> {
    return this.#unitOfWork.run((tx) => tx.labels.rulesOf(organizationId))
  }

  addRule({ organizationId, by }: Requester, words: NewLabelRule): Promise<LabelRule> {
    return this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const label = (await labelsOf(tx, organizationId)).find(({ id }) => id === words.labelId)
      if (label === undefined) throw labelNotFound()
      if ((await tx.labels.rulesOf(organizationId)).length >= maxLabelRules) throw tooMany(maxLabelRules)
      const rule = { id: this.#ids.next(), ...words, createdAt: this.#clock.now() }
      await tx.labels.addRule(organizationId, rule)
      await note(tx, organizationId, { action: 'labelRule.created', by }, label)
      return rule
    })
  }

  removeRule({ organizationId, by }: Requester, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const rule = (await tx.labels.rulesOf(organizationId)).find((stored) => stored.id === id)
      if (rule === undefined || !(await tx.labels.removeRule(organizationId, id)))
        throw new DomainError('NOT_FOUND', { message: 'Rule not found' })
      const label = (await labelsOf(tx, organizationId)).find((stored) => stored.id === rule.labelId)
      await note(
        tx,
        organizationId,
        { action: 'labelRule.deleted', by },
        label ?? { id: rule.labelId, name: null },
      )
    })
  }
}

function tooMany(max: number): DomainError {
  return new DomainError('CONFLICT', {
    message: sentence('There are {max} already, the largest number; delete one first', { max }),
  })
}

function assertNewName(labels: readonly Label[], name: string): void {
  if (labels.some((label) => label.name.toLowerCase() === name.toLowerCase()))
    throw new DomainError('CONFLICT', { message: 'A label with this name exists already' })
}

/** Returns a label that the organization has made, locked. The labels of the service cannot be changed. */
async function lockedLabel(tx: Transaction, organizationId: string, id: string): Promise<Label> {
  if (serviceLabels.some((label) => label.id === id))
    throw new DomainError('CONFLICT', { message: 'This label belongs to the service and cannot be changed' })
  const label = await tx.labels.lock(organizationId, id)
  if (label === null) throw labelNotFound()
  return label
}

async function note(
  tx: Transaction,
  organizationId: string,
  event: Pick<AuditEvent, 'action' | 'by' | 'before' | 'after'>,
  { id, name }: { readonly id: string; readonly name: string | null },
): Promise<void> {
  await tx.audit.add({ ...event, organizationId, subject: { kind: 'label', id, name } })
}
