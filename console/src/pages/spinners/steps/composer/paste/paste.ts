import { Plugin } from 'prosemirror-state'
import { linkTo, types } from '../mail-commands.ts'
import { mailSchema } from '../mail-schema.ts'
import { cleanHtml } from './clean-html.ts'
import { linkInWord } from './completed-link.ts'

/**
 * Takes over pasted text with the formats that the e-mail editor has, and makes links of addresses that are pasted or
 * typed. `onLosses` gets the names of the parts that a paste has lost.
 */
export function pastePlugin(onLosses: (losses: readonly string[]) => void): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML(html) {
        // HTML that was copied in this editor needs no cleaning.
        if (html.includes('data-pm-slice')) return html
        const { html: clean, losses } = cleanHtml(html)
        onLosses(losses)
        return clean
      },
      handlePaste(view, event) {
        const word = event.clipboardData?.getData('text/plain').trim() ?? ''
        const href = linkInWord(word)
        if (href === null) return false
        const { state } = view
        if (!state.selection.empty) return linkTo(href)(state, view.dispatch)
        view.dispatch(
          state.tr
            .replaceSelectionWith(mailSchema.text(word, [types.link.create({ href })]), false)
            .scrollIntoView(),
        )
        return true
      },
      handleTextInput(view, from, to, text) {
        if (text !== ' ' || from !== to) return false
        const { $from } = view.state.selection
        if (types.link.isInSet($from.marks()) !== undefined) return false
        const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
        const word = /[^\s\ufffc(]+$/.exec(before)?.[0] ?? ''
        const href = word.includes('.') ? linkInWord(word.replace(/[.,;:!?)]+$/, '')) : null
        if (href === null) return false
        const start = from - word.length
        const end = start + word.replace(/[.,;:!?)]+$/, '').length
        view.dispatch(
          view.state.tr
            .addMark(start, end, types.link.create({ href }))
            .insertText(' ', from)
            .removeStoredMark(types.link),
        )
        return true
      },
    },
  })
}
