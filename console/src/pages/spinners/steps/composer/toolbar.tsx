import { ActionIcon, Divider, Group, Tooltip } from '@mantine/core'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Palette,
  PanelLeft,
  Quote,
  RectangleHorizontal,
  Redo2,
  Undo2,
} from 'lucide-react'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { isApple } from '../../../../components/keys/is-apple.ts'
import { t } from '../../../../languages/text.ts'
import { BesideDialog } from './blocks/beside-dialog.tsx'
import { ButtonDialog } from './blocks/button-dialog.tsx'
import { ColorDialog } from './blocks/color-dialog.tsx'
import classes from './composer.module.css'
import { ImageDialog } from './image-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import {
  type Action,
  actions,
  besideAt,
  buttonAt,
  colorAt,
  colorTo,
  insertImage,
  linkAt,
  linkTo,
  setBeside,
  setButton,
} from './mail-commands.ts'

const groups: readonly (readonly (readonly [Action, LucideIcon])[])[] = [
  [
    [actions.bold, Bold],
    [actions.italic, Italic],
  ],
  [
    [actions.heading, Heading2],
    [actions.subheading, Heading3],
    [actions.bullets, List],
    [actions.numbers, ListOrdered],
    [actions.quote, Quote],
  ],
  [
    [actions.left, AlignLeft],
    [actions.center, AlignCenter],
    [actions.right, AlignRight],
  ],
]
type ToolbarDialog = 'link' | 'image' | 'color' | 'button' | 'beside'

const history = [
  [actions.undo, Undo2],
  [actions.redo, Redo2],
] as const

function keysOf({ keys }: Action): string {
  const words = keys?.replace('Mod', isApple ? '⌘' : 'Ctrl').replaceAll('-', isApple ? '' : '+') ?? ''
  return words.replace(/[a-z]$/, (letter) => letter.toUpperCase())
}

/** The toolbar of the e-mail editor. It is one stop of the Tab key; arrow keys move between its buttons. */
export const Toolbar = memo(function Toolbar({
  view,
  isShort,
}: {
  view: EditorView
  /** Whether the toolbar has the formats of a line of text alone, without blocks and images. */
  isShort: boolean
  /** The formats at the caret, as `formatsAt` returns them. The buttons are drawn again when they change. */
  formats: string
}) {
  const { bar, stops, go } = useOneStop()
  const [requested, setRequested] = useState<ToolbarDialog | null>(null)
  const { state } = view
  const close = () => {
    setRequested(null)
    // Focuses the e-mail only after the closed dialog has returned the focus to its button.
    setTimeout(() => view.focus())
  }
  let count = 0
  const button = (name: string, icon: LucideIcon, run: () => void, isOn?: boolean, keys = '') => (
    <ToolbarButton
      key={name}
      name={name}
      icon={icon}
      isOn={isOn}
      keys={keys}
      {...stops(count++)}
      onRun={run}
    />
  )
  const ofAction = ([action, Icon]: readonly [Action, LucideIcon]) =>
    button(
      action.name,
      Icon,
      () => {
        action.run(view.state, view.dispatch, view)
        view.focus()
      },
      action.isOn?.(state),
      keysOf(action),
    )
  const [marks = []] = groups
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    close()
  }
  return (
    <>
      <Group
        ref={bar}
        gap={2}
        role="toolbar"
        aria-label={t('Formatting')}
        className={classes['toolbar']}
        onKeyDown={go}
      >
        {marks.map(ofAction)}
        {button(t('Link'), Link, () => setRequested('link'), linkAt(state) !== null)}
        {button(t('Text colour'), Palette, () => setRequested('color'), colorAt(state) !== null)}
        {!isShort && toolsForBlocks({ button, ofAction, state, open: setRequested })}
        <Divider orientation="vertical" my={6} />
        {history.map(ofAction)}
      </Group>
      {requested !== null && (
        <OpenDialog dialog={requested} state={state} takesValues={!isShort} onRun={run} onClose={close} />
      )}
    </>
  )
})

/** Returns the buttons for images and blocks, in the order in which arrow keys reach them. */
function toolsForBlocks({
  button,
  ofAction,
  state,
  open,
}: {
  button: (name: string, icon: LucideIcon, run: () => void, isOn?: boolean) => ReactNode
  ofAction: (action: readonly [Action, LucideIcon]) => ReactNode
  state: EditorState
  open: (dialog: ToolbarDialog) => void
}): ReactNode {
  const [, blocks = [], alignments = []] = groups
  return (
    <>
      {button(t('Image'), ImagePlus, () => open('image'))}
      <Divider orientation="vertical" my={6} />
      {blocks.map(ofAction)}
      <Divider orientation="vertical" my={6} />
      {alignments.map(ofAction)}
      <Divider orientation="vertical" my={6} />
      {button(t('Button'), RectangleHorizontal, () => open('button'), buttonAt(state) !== null)}
      {button(t('Image beside text'), PanelLeft, () => open('beside'), besideAt(state) !== null)}
      {ofAction([actions.divider, Minus])}
    </>
  )
}

/** The dialog of a toolbar button, which runs a command when it is confirmed. */
function OpenDialog({
  dialog,
  state,
  takesValues,
  onRun,
  onClose,
}: {
  dialog: ToolbarDialog
  state: EditorState
  takesValues: boolean
  onRun: (command: Command) => void
  onClose: () => void
}) {
  switch (dialog) {
    case 'link':
      return (
        <LinkDialog
          href={linkAt(state)}
          takesValues={takesValues}
          onSet={(href) => onRun(linkTo(href))}
          onClose={onClose}
        />
      )
    case 'color':
      return <ColorDialog color={colorAt(state)} onSet={(color) => onRun(colorTo(color))} onClose={onClose} />
    case 'button':
      return (
        <ButtonDialog button={buttonAt(state)} onSet={(set) => onRun(setButton(set))} onClose={onClose} />
      )
    case 'beside':
      return (
        <BesideDialog beside={besideAt(state)} onSet={(set) => onRun(setBeside(set))} onClose={onClose} />
      )
    default:
      return <ImageDialog onInsert={(image) => onRun(insertImage(image))} onClose={onClose} />
  }
}

/** Returns the names of the formats at the caret as a text, for comparisons. */
export function formatsAt(view: EditorView): string {
  const { state } = view
  const active = Object.values<Action>(actions).flatMap(({ name, isOn }) =>
    isOn?.(state) === true ? [name] : [],
  )
  const selected = [linkAt(state), colorAt(state), buttonAt(state), besideAt(state)]
  return [...active, ...selected.map((one) => JSON.stringify(one))].join(' ')
}

interface Stop {
  /** Whether the Tab key reaches this button of the toolbar. Arrow keys reach the others. */
  readonly isStop: boolean
  readonly onStop: () => void
}

/** Makes a toolbar one stop of the Tab key: the button that was used last. Arrow keys move between its buttons. */
function useOneStop() {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const go = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    if (by === 0 || buttons.length === 0) return
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const to = (at + by + buttons.length) % buttons.length
    event.preventDefault()
    setStop(to)
    buttons[to]?.focus()
  }
  const stops = (index: number): Stop => ({ isStop: index === stop, onStop: () => setStop(index) })
  return { bar, stops, go }
}

function ToolbarButton({
  name,
  icon: Icon,
  isOn,
  keys,
  isStop,
  onStop,
  onRun,
}: Stop & {
  name: string
  icon: LucideIcon
  isOn: boolean | undefined
  keys: string
  onRun: () => void
}) {
  return (
    <Tooltip label={keys === '' ? name : `${name} (${keys})`} openDelay={500}>
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        {...(isOn === true ? {} : { color: 'gray' })}
        size={32}
        aria-label={name}
        aria-pressed={isOn}
        tabIndex={isStop ? 0 : -1}
        // Keeps the selected text of the e-mail selected when a toolbar button is pressed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          onStop()
          onRun()
        }}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
