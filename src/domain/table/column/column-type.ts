import { isRecipientAddress } from '../../email-address.ts'
import { DomainError, type ErrorItem } from '../../errors.ts'
import type { Cell } from '../../record-cells.ts'
import { numberInCell } from '../../spinner/where/where.ts'
import { isoTimeOf } from '../../time/iso-time.ts'

/** The types of the cells of a column. A column without a type accepts any text. */
export const columnTypes = ['text', 'number', 'date', 'email', 'phone', 'choice'] as const
export type ColumnType = (typeof columnTypes)[number]

export const maxOptions = 200
export const maxOptionLength = 200

export interface TypedColumn {
  readonly type?: ColumnType
  /** The allowed values of a column of the type choice, in the order in which people see them. */
  readonly options?: readonly string[]
}

/** The reason why a cell does not fit the type of its column. */
export interface TypeFault {
  readonly code: 'NOT_A_NUMBER' | 'NOT_A_DATE' | 'NOT_AN_EMAIL' | 'NOT_A_PHONE_NUMBER' | 'NOT_AN_OPTION'
  readonly message: string
}

/**
 * Returns the reason why a cell does not fit its column, or null if it fits. An empty cell fits every type,
 * and any value fits a text column.
 */
export function faultOfType({ type = 'text', options = [] }: TypedColumn, cell: Cell): TypeFault | null {
  if (cell === null || cell === '') return null
  switch (type) {
    case 'text':
      return null
    case 'number':
      return typeof cell !== 'boolean' && numberInCell(cell) !== null ? null : faults.number
    case 'date':
      return typeof cell === 'string' && isoTimeOf(cell) !== null ? null : faults.date
    case 'email':
      return typeof cell === 'string' && isRecipientAddress(cell) ? null : faults.email
    case 'phone':
      return typeof cell !== 'boolean' && isPhone(String(cell)) ? null : faults.phone
    case 'choice':
      return options.includes(String(cell)) ? null : notAnOption(options)
  }
}

/** Throws if cells do not fit their columns. A value that a person entered is never converted to fit. */
export function assertTypes(
  columns: readonly (TypedColumn & { readonly name: string })[],
  cells: Readonly<Record<string, Cell>>,
  pointerOf: (column: string) => string,
): void {
  const errors = columns.flatMap((column): (ErrorItem & { readonly message: string })[] => {
    const cell = Object.hasOwn(cells, column.name) ? (cells[column.name] ?? null) : null
    const fault = faultOfType(column, cell)
    return fault === null ? [] : [{ pointer: pointerOf(column.name), column: column.name, ...fault }]
  })
  const [first] = errors
  if (first === undefined) return
  throw new DomainError('VALIDATION_FAILED', {
    message: `"${first.column}" ${first.message}`,
    errors,
  })
}

/**
 * Returns a column type in the form in which it is stored. Options are kept only for the type choice. Throws
 * if a choice has no options.
 */
export function columnTypeOf({ type, options }: TypedColumn): TypedColumn {
  if (type === undefined || type === 'text') return {}
  if (type !== 'choice') return { type }
  const given = (options ?? []).map((option) => option.trim()).filter((option) => option !== '')
  if (given.length === 0) {
    const message = 'A column of the type choice must have at least one option'
    throw new DomainError('VALIDATION_FAILED', {
      message,
      errors: [{ pointer: '/options', code: 'TOO_FEW', message }],
    })
  }
  return { type, options: [...new Set(given)] }
}

const phone = /^\+?[\d\s().\-/]+(?:(?:ext|x|#)\.?\s*\d{1,6})?$/i
const minPhoneLength = 4
/**
 * The highest number of digits in a text that counts as a phone number: the 15 of E.164 and 5 for prefixes that
 * people dial.
 */
const maxPhoneLength = 20

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return phone.test(text.trim()) && digits >= minPhoneLength && digits <= maxPhoneLength
}

const faults = {
  number: { code: 'NOT_A_NUMBER', message: 'takes numbers, such as 42 or 3.5' },
  date: { code: 'NOT_A_DATE', message: 'takes dates, such as 2026-12-31 or 2026-12-31T09:00' },
  email: { code: 'NOT_AN_EMAIL', message: 'takes e-mail addresses, such as ada@example.com' },
  phone: { code: 'NOT_A_PHONE_NUMBER', message: 'takes phone numbers, such as +44 20 7946 0000' },
} as const

/**
 * The highest number of allowed values that an error about a choice column names, so that the message fits on
 * one line.
 */
const maxListed = 5

function notAnOption(options: readonly string[]): TypeFault {
  const names = options.slice(0, maxListed).join(', ')
  const more = options.length > maxListed ? ` and ${options.length - maxListed} more` : ''
  return { code: 'NOT_AN_OPTION', message: `takes one of ${names}${more}` }
}
