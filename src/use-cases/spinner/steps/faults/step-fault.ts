import type { ErrorItem } from '../../../../domain/errors.ts'

/** A fault in the steps that prevents publishing them. */
export type StepFault = ErrorItem & Required<Pick<ErrorItem, 'message'>>
