import type { ErrorItem } from '../../../../domain/errors.ts'

/** A fault in the steps of a draft that prevents publishing it. */
export type StepFault = ErrorItem & Required<Pick<ErrorItem, 'message'>>
