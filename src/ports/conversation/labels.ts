import type { Label } from '../../domain/conversation/label.ts'
import type { LabelRule } from '../../domain/conversation/label-rule.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Stores the labels that organizations have made for threads, and the rules that set labels. */
export abstract class LabelStore {
  /** Returns the labels that the organization has made, oldest first. */
  abstract labelsOf(organizationId: string): Promise<readonly Label[]>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<Label | null>
  abstract put(this: InTransaction, organizationId: string, label: Label): Promise<void>
  /** Deletes a label with its rules, and takes it from all threads. */
  abstract remove(this: InTransaction, organizationId: string, id: string): Promise<void>
  /** Returns the rules of the organization, oldest first. */
  abstract rulesOf(organizationId: string): Promise<readonly LabelRule[]>
  abstract addRule(this: InTransaction, organizationId: string, rule: LabelRule): Promise<void>
  /** Deletes a rule; returns false if there is none. */
  abstract removeRule(this: InTransaction, organizationId: string, id: string): Promise<boolean>
}
