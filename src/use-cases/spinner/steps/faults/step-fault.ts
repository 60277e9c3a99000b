import type { ErrorItem } from '../../../../domain/errors.ts'

/** A place in the steps that stands in the way of publishing them. */
export type StepFault = ErrorItem & Required<Pick<ErrorItem, 'message'>>
