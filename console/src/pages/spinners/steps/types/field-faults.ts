/** The field, as the API's pointers name it within the step, and what it has wrong. */
export type FieldFault = readonly [field: string, message: string]

export function filledIn(field: string, value: string, message: string, longest: number): FieldFault[] {
  return value === '' ? [[field, message]] : notLonger(field, value, longest)
}

export function notLonger(field: string, value: string, longest: number): FieldFault[] {
  return value.length > longest ? [[field, `${longest.toLocaleString('en')} characters at most`]] : []
}
