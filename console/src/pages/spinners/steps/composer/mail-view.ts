import { baseKeymap } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, type Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { InsertionTarget } from '../fields/insertion.ts'
import { type Action, actions, breakLine, types } from './mail-commands.ts'

/**
 * Returns the initial state of the e-mail editor. The keys of the plugins `first` take precedence over all
 * others, and those of `last` come after them.
 */
export function stateOf(doc: Node, first: readonly Plugin[], last: readonly Plugin[]): EditorState {
  const shortcuts = Object.values<Action>(actions).flatMap(({ keys, run }) =>
    keys === undefined ? [] : [[keys, run] as const],
  )
  return EditorState.create({
    doc,
    plugins: [
      ...first,
      history(),
      keymap({
        ...Object.fromEntries(shortcuts),
        'Mod-y': actions.redo.run,
        'Shift-Enter': breakLine,
        Enter: splitListItem(types.item),
        'Mod-]': sinkListItem(types.item),
        'Mod-[': liftListItem(types.item),
      }),
      keymap(baseKeymap),
      ...last,
    ],
  })
}

/** Shows an image of an e-mail in the editor, or its alternative text until the picture is loaded. */
export function imageView(node: Node, pictureOf: (src: string) => string | undefined) {
  const { src, alt } = node.attrs as { src: string; alt: string }
  const picture = pictureOf(src)
  const dom = document.createElement(picture === undefined ? 'span' : 'img')
  if (dom instanceof HTMLImageElement) Object.assign(dom, { src: picture, alt })
  else dom.textContent = `Image: ${alt === '' ? src : alt}`
  dom.className = 'mail-image'
  return { dom }
}

/** Shows an image beside editable text in the editor. */
export function besideView(node: Node, pictureOf: (src: string) => string | undefined) {
  const dom = document.createElement('div')
  const contentDOM = document.createElement('div')
  dom.className = 'mail-beside'
  dom.dataset['side'] = String(node.attrs['side'])
  const image = imageView(node, pictureOf).dom
  image.contentEditable = 'false'
  dom.append(image, contentDOM)
  return { dom, contentDOM }
}

/** Returns the text of the edited paragraph before the caret; null if text is selected. */
export function beforeCaret({ state: { selection } }: EditorView): string | null {
  const { $from, empty } = selection
  return empty ? $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc') : null
}

export function afterCaret({ state: { selection } }: EditorView): string {
  const { $from } = selection
  return $from.parent.textBetween($from.parentOffset, $from.parent.content.size, undefined, '\ufffc')
}

/** Returns an editor as a target into which the list of variables inserts text. */
export function targetOf(view: EditorView): InsertionTarget {
  return {
    get isConnected() {
      return view.dom.isConnected
    },
    insert(text: string) {
      view.dispatch(view.state.tr.insertText(text))
      view.focus()
    },
  }
}
