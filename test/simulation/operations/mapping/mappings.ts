import type { FieldSource, Mapping, MappingField } from '../../../../src/domain/arrival/mapping/mapping.ts'
import type { Path } from '../../../../src/domain/arrival/mapping/path.ts'
import type { BodyKind } from '../../model/mapping/mapped-table.ts'

/** The paths to the name and to the address or phone number of the lead, in the record. */
const placesByKind: Readonly<
  Record<BodyKind, { readonly name: Path; readonly email: Path | null; readonly phone: Path | null }>
> = {
  owner: { name: ['name'], email: ['email'], phone: null },
  agent: { name: ['name'], email: null, phone: ['phone'] },
  nested: { name: ['lead', 'name'], email: ['lead', 'mail'], phone: null },
  office: { name: ['name'], email: ['customer_email'], phone: null },
  member: { name: ['name'], email: null, phone: ['telephone'] },
  user: { name: ['name'], email: ['email_from'], phone: null },
  lists: { name: ['name'], email: ['email'], phone: ['phone'] },
}

const nothing: FieldSource = { constant: null }

export const listRoots = ['leads', 'guests'] as const

/**
 * Returns a mapping as a user writes it for bodies of a kind. If `leavesOut` is true, it forgets the address and the
 * phone number of the lead.
 */
export function mappingOf(kind: BodyKind, leavesOut: boolean): Mapping {
  const { name, email, phone } = placesByKind[kind]
  const field = (column: string, path: Path | null): MappingField => ({
    column,
    from: [path === null ? nothing : { path }],
    transform: [],
  })
  const identifying = leavesOut
    ? []
    : [field('email', email), kind === 'lists' ? phoneField(true) : field('phone', phone)]
  const isList = kind === 'lists'
  const [first] = listRoots
  return {
    name: `Bodies of ${kind}`,
    match: { where: [], requires: [isList ? [first] : (email ?? phone ?? name)] },
    root: isList ? [first, { all: true }] : [],
    fields: [field('ref', ['ref']), field('name', name), ...identifying],
    action: 'insert',
  }
}

/** Returns the field of the phone number, which holds records with another text, or leaves the column empty. */
export function phoneField(isChecked: boolean): MappingField {
  if (!isChecked) return { column: 'phone', from: [nothing], transform: [] }
  return { column: 'phone', from: [{ path: ['phone'] }], transform: [{ do: 'phone', country: 'AT' }] }
}
