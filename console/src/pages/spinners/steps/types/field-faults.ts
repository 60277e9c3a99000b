import { t } from '../../../../languages/text.ts'

/** A fault of a field: the field's name in the API's pointers, and the message. */
export type FieldFault = readonly [field: string, message: string]

export function filledIn(field: string, value: string, message: string, longest: number): FieldFault[] {
  return value === '' ? [[field, message]] : notLonger(field, value, longest)
}

export function notLonger(field: string, value: string, longest: number): FieldFault[] {
  return value.length > longest
    ? [[field, t('This text may have {longest, number} characters at most', { longest })]]
    : []
}
