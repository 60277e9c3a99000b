import { revisionOfContent } from '../revision.ts'

/** The meanings of the labels that every organization has. */
export const labelKinds = ['interested', 'notNow', 'wrongPerson', 'outOfOffice'] as const
export type LabelKind = (typeof labelKinds)[number]

/** The colors of labels, by the names that the console knows. */
export const labelColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const
export type LabelColor = (typeof labelColors)[number]

/** A label by which members sort threads. */
export interface Label {
  readonly id: string
  readonly name: string
  readonly color: LabelColor
  /** The meaning of a label of the service; null for a label that the organization has made. */
  readonly kind: LabelKind | null
  /** The time when the label was created; null for a label of the service. */
  readonly createdAt: Date | null
}

export const maxLabels = 100

/**
 * The ids of the labels of the service. They are the same in every organization, so a spinner with a condition on a
 * label works in the test organization too.
 */
export const labelIds: Readonly<Record<LabelKind, string>> = {
  interested: '01980000-0000-7000-8000-000000000001',
  notNow: '01980000-0000-7000-8000-000000000002',
  wrongPerson: '01980000-0000-7000-8000-000000000003',
  outOfOffice: '01980000-0000-7000-8000-000000000004',
}

/** The labels that every organization has. They cannot be changed or deleted. */
export const serviceLabels: readonly Label[] = [
  { id: labelIds.interested, name: 'Interested', color: 'green', kind: 'interested', createdAt: null },
  { id: labelIds.notNow, name: 'Not now', color: 'yellow', kind: 'notNow', createdAt: null },
  { id: labelIds.wrongPerson, name: 'Wrong person', color: 'orange', kind: 'wrongPerson', createdAt: null },
  { id: labelIds.outOfOffice, name: 'Out of office', color: 'gray', kind: 'outOfOffice', createdAt: null },
]

export function revisionOfLabel({ name, color }: Label): number {
  return revisionOfContent({ name, color })
}
