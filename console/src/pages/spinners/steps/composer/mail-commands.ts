import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { mailSchema } from './mail-schema.ts'

const { nodes, marks } = mailSchema
const node = (name: keyof typeof nodes): NodeType => nodes[name] as NodeType
const mark = (name: keyof typeof marks): MarkType => marks[name] as MarkType

export const types = {
  paragraph: node('paragraph'),
  heading: node('heading'),
  quote: node('blockquote'),
  bullets: node('bullet_list'),
  numbers: node('ordered_list'),
  item: node('list_item'),
  rule: node('horizontal_rule'),
  line: node('hard_break'),
  image: node('image'),
  link: mark('link'),
  bold: mark('strong'),
  italic: mark('em'),
}

/**
 * A button in the toolbar of the e-mail editor: its command, and whether the command is active at the caret.
 */
export interface Action {
  readonly name: string
  readonly keys?: string
  readonly run: Command
  isOn?(state: EditorState): boolean
}

const toggled =
  (type: NodeType, on: Command): Command =>
  (state, dispatch, view) =>
    isWithin(type)(state) ? lift(state, dispatch, view) : on(state, dispatch, view)

const listed =
  (type: NodeType): Command =>
  (state, dispatch, view) =>
    isWithin(type)(state)
      ? liftListItem(types.item)(state, dispatch)
      : wrapInList(type)(state, dispatch, view)

const headed =
  (level: number): Command =>
  (state, dispatch, view) =>
    isHeading(level)(state)
      ? setBlockType(types.paragraph)(state, dispatch, view)
      : setBlockType(types.heading, { level })(state, dispatch, view)

export const actions = {
  bold: { name: 'Bold', keys: 'Mod-b', run: toggleMark(types.bold), isOn: isMarked(types.bold) },
  italic: { name: 'Italic', keys: 'Mod-i', run: toggleMark(types.italic), isOn: isMarked(types.italic) },
  heading: { name: 'Heading', keys: 'Mod-Alt-2', run: headed(2), isOn: isHeading(2) },
  subheading: { name: 'Subheading', keys: 'Mod-Alt-3', run: headed(3), isOn: isHeading(3) },
  bullets: {
    name: 'Bullet list',
    keys: 'Mod-Shift-8',
    run: listed(types.bullets),
    isOn: isWithin(types.bullets),
  },
  numbers: {
    name: 'Numbered list',
    keys: 'Mod-Shift-7',
    run: listed(types.numbers),
    isOn: isWithin(types.numbers),
  },
  quote: {
    name: 'Quote',
    keys: 'Mod-Shift-9',
    run: toggled(types.quote, wrapIn(types.quote)),
    isOn: isWithin(types.quote),
  },
  undo: { name: 'Undo', keys: 'Mod-z', run: undo },
  redo: { name: 'Redo', keys: 'Mod-Shift-z', run: redo },
} satisfies Readonly<Record<string, Action>>

export const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(types.line.create()).scrollIntoView())
  return true
})

function isMarked(type: MarkType) {
  return ({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState): boolean =>
    empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

function isWithin(type: NodeType) {
  return ({ selection: { $from } }: EditorState): boolean =>
    Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type).includes(type)
}

function isHeading(level: number) {
  return ({ selection: { $from } }: EditorState): boolean =>
    $from.parent.type === types.heading && $from.parent.attrs['level'] === level
}

/** Returns the address of the link at the caret or in the selection; null if there is none. */
export function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState): string | null {
  let href: string | null = null
  const look = (found: ReturnType<MarkType['isInSet']>) => {
    if (found !== undefined) href ??= String(found.attrs['href'])
  }
  if (empty) look(types.link.isInSet($from.marks()) ?? types.link.isInSet($from.nodeAfter?.marks ?? []))
  else doc.nodesBetween(from, to, (one) => look(types.link.isInSet(one.marks)))
  return href
}

/**
 * Adds a link to the selected text, or changes the link at the caret. Without either, inserts the address as
 * text.
 */
export const linkTo =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { tr } = state
    const { from, to, empty } = state.selection
    const range = empty ? linkRange(state) : { from, to }
    if (range !== null) {
      tr.removeMark(range.from, range.to, types.link)
      if (href !== null) tr.addMark(range.from, range.to, types.link.create({ href }))
    } else if (href !== null)
      tr.replaceSelectionWith(mailSchema.text(href, [types.link.create({ href })]), false)
    dispatch?.(tr.scrollIntoView())
    return true
  }

function linkRange({ selection: { $from } }: EditorState): { from: number; to: number } | null {
  const { parent } = $from
  let range: { from: number; to: number } | null = null
  parent.forEach((child, offset) => {
    const from = $from.start() + offset
    const to = from + child.nodeSize
    if (types.link.isInSet(child.marks) !== undefined && from <= $from.pos && $from.pos <= to)
      range ??= { from, to }
  })
  return range
}
