import { baseKeymap } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Fragment, type Node, Schema, Slice } from 'prosemirror-model'
import { EditorState, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type ValueTag, valueTagsIn } from '../../fields/value-tags.ts'
import { templateTags } from './template-tags.ts'

/** The schema of a template with a single line: a paragraph of text, which is the template as it is written. */
const lineSchema = new Schema({
  nodes: {
    doc: { content: 'line' },
    line: { content: 'text*', toDOM: () => ['div', 0], parseDOM: [{ tag: 'div' }] },
    text: {},
  },
})

/** The position at which the text of the line begins in its document. */
export const lineStart = 1

export function lineOf(template: string): Node {
  const line = lineSchema.node('line', null, template === '' ? [] : [lineSchema.text(template)])
  return lineSchema.node('doc', null, [line])
}

/** Returns the state of the editor of a single line. The keys of the plugins `first` take precedence. */
export function lineStateOf(template: string, first: readonly Plugin[]): EditorState {
  return EditorState.create({
    doc: lineOf(template),
    plugins: [
      ...first,
      history(),
      keymap({ 'Mod-z': undo, 'Mod-Shift-z': redo, 'Mod-y': redo, Enter: submit, 'Shift-Enter': () => true }),
      keymap(baseKeymap),
      templateTags,
      plainText,
    ],
  })
}

/** Submits the form around the line, as Enter does in a field of a form. */
function submit(_state: EditorState, _dispatch: unknown, view?: EditorView): boolean {
  view?.dom.closest('form')?.requestSubmit()
  return true
}

/** Pastes and copies the template as plain text, in one line. */
const plainText = new Plugin({
  props: {
    clipboardTextParser: (text) => sliceOf(text),
    clipboardTextSerializer: ({ content }) => content.textBetween(0, content.size),
    handlePaste(view, event) {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text === '') return false
      view.dispatch(view.state.tr.replaceSelection(sliceOf(text)).scrollIntoView())
      return true
    },
  },
})

function sliceOf(text: string): Slice {
  const line = text.trim() === '' ? text : text.replaceAll(/\s*[\r\n]+\s*/g, ' ')
  return new Slice(line === '' ? Fragment.empty : Fragment.from(lineSchema.text(line)), 0, 0)
}

/** Returns the value that a template has at a position; null if there is none. */
export function valueAt({ doc }: EditorState, position: number): ValueTag | null {
  const tags = valueTagsIn(doc.textContent)
  const offset = position - lineStart
  return tags.find(({ at, text }) => at <= offset && offset <= at + text.length) ?? null
}
