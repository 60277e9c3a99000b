import { DomainError } from '../errors.ts'
import { closestName } from '../text/closest-name.ts'
import { type EventType, eventTypes, isEventType } from './event-type.ts'

/**
 * Returns event types by their names, each once. Throws VALIDATION_FAILED if a name is unknown. The error lists all
 * types, and suggests the nearest one for each unknown name. `pointer` is the place of the list in the request.
 */
export function knownTypes(names: readonly string[], pointer: string): readonly EventType[] {
  const unknown = names.flatMap((name, index) => (isEventType(name) ? [] : [{ name, index }]))
  if (unknown.length === 0) return [...new Set(names.filter(isEventType))]
  const errors = unknown.map(({ name, index }) => {
    const suggestion = closestName(name, eventTypes)
    const message =
      suggestion === null ? 'is no event type' : `is no event type; did you mean "${suggestion}"?`
    const hint = suggestion === null ? {} : { suggestion }
    return {
      pointer: pointer.startsWith('#') ? pointer : `${pointer}/${index}`,
      code: 'UNKNOWN_TYPE',
      message,
      ...hint,
    }
  })
  throw new DomainError('VALIDATION_FAILED', {
    message: 'The request names an unknown event type; `validTypes` lists all types',
    errors,
    validTypes: eventTypes,
  })
}
