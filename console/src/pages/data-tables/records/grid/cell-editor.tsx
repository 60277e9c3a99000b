import { Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { sessionEnd } from '../../../../api/account/session-end.ts'
import type { Cells, Column } from '../../../../api/schema.ts'
import { messageOf } from '../../../../components/message/message-of.ts'
import { dateValueForm } from '../../../../components/time/fields/date-value-text.ts'
import { presentDay, writeDay } from '../../../../components/time/fields/day-text.ts'
import { plainForm, type TextForm, wordsOf } from '../../../../components/time/fields/reading.ts'
import { rich } from '../../../../languages/rich.ts'
import { t } from '../../../../languages/text.ts'
import classes from './record-grid.module.css'

export type MoveAfterEdit = 'down' | 'right' | 'left' | 'stay'

interface EditedCell {
  readonly column: Column
  readonly cell: Cells[string]
  readonly begun: string | null
  readonly onSave: (text: string) => Promise<unknown>
  readonly onDone: (leave: MoveAfterEdit) => void
  readonly onCancel: () => void
}

/**
 * The editor of one cell in the record grid. If the service refuses the value, the editor stays open and
 * shows the reason.
 */
export function CellEditor(edited: EditedCell) {
  const { column, onCancel } = edited
  const { input, text, type, save, cancel, isSaving, fault } = useCellEditor(edited)
  const onKeyDown = (event: React.KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      cancel()
      onCancel()
    } else if (event.key === 'Enter') void save('down')
    else if (event.key === 'Tab') void save(event.shiftKey ? 'left' : 'right')
    else return
    event.preventDefault()
  }
  const shared = {
    ref: input,
    className: classes.editor,
    'aria-label': column.name,
    'aria-busy': isSaving,
    'aria-invalid': fault !== null,
    'aria-describedby': fault === null ? undefined : 'cell-fault',
    onKeyDown,
    onBlur: () => void save('stay'),
  }
  return (
    <>
      {column.type === 'choice' ? (
        <select {...shared} value={text} onChange={(event) => type(event.currentTarget.value)}>
          <Options options={optionsOf(column, text)} />
        </select>
      ) : (
        <input
          {...shared}
          readOnly={isSaving}
          value={text}
          inputMode={column.type === 'number' ? 'decimal' : undefined}
          placeholder={column.type === 'date' ? writeDay(presentDay()) : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      {fault !== null && <CellFault>{fault}</CellFault>}
    </>
  )
}

/** Holds the typed text of a cell, and saves it once. */
function useCellEditor({ column, cell, begun, onSave, onDone, onCancel }: EditedCell) {
  const [form] = useState(() => (column.type === 'date' ? dateValueForm() : plainForm))
  /** The text of the cell when the editor was opened. Others may change the cell while it is open. */
  const [first] = useState(() => form.write(String(cell ?? '')))
  const [text, setText] = useState(begun ?? first)
  const [fault, setFault] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  /** The move that follows when the value is saved; null while it is not being saved. */
  const leaving = useRef<MoveAfterEdit>(null)
  /** Whether this editor is on the page. The user may open another cell or press Escape before the value is saved. */
  const isOpen = useRef(false)
  const [session] = useState(sessionEnd.present)
  const isSameSession = () => session === sessionEnd.present()
  /** Shows why the value was not saved after the editor was closed, unless another person may be signed in by now. */
  const showUnsaved = (error: unknown) => {
    if (isSameSession()) showLostText(column.name, text, messageOf(error))
  }
  // A refused value counts as typed, because the service may have stored it although its answer was lost.
  const isTyped = begun !== null || text !== first || fault !== null
  /** Called when the editor is removed from the grid while the user types, because its column or record was removed. */
  const lose = useCallbackRef(() => {
    onCancel()
    if (isTyped) showLostText(column.name, text, t('The cell is no longer in the list.'))
  })
  /** Called when the whole grid is removed, because the user has left the page by the browser's history. */
  const saveClosed = useCallbackRef(() => {
    // Saves nothing after the end of the session, because another person may be signed in by now.
    if (isTyped && isSameSession() && sessionEnd.code() === null)
      saveRead(text, form, onSave).catch(showUnsaved)
  })
  useEffect(() => {
    const editor = input.current
    const grid = editor?.closest('[role=grid]')
    isOpen.current = true
    editor?.focus()
    if (begun === null) editor?.select?.()
    return () => {
      isOpen.current = false
      if (leaving.current !== null || editor?.isConnected !== false) return
      if (grid?.isConnected === true) lose()
      else saveClosed()
    }
  }, [begun, lose, saveClosed])
  const save = async (leave: MoveAfterEdit) => {
    if (leaving.current !== null) {
      // Keeps the cell that the user has clicked meanwhile active.
      if (leave === 'stay') leaving.current = leave
      return
    }
    leaving.current = leave
    // Sends nothing if the user has only read the cell. Otherwise its former value would replace a newer one.
    if (!isTyped) return onDone(leave)
    setSaving(true)
    try {
      await saveRead(text, form, onSave)
      // Does nothing if the editor is closed; otherwise it would close the editor of another cell.
      if (isOpen.current) onDone(leaving.current)
    } catch (error) {
      leaving.current = null
      setSaving(false)
      if (!isOpen.current) return showUnsaved(error)
      setFault(messageOf(error))
      input.current?.focus()
    }
  }
  const type = (typed: string) => {
    // Accepts no text while the value is saved, because the editor closes afterwards and the text would be lost.
    if (leaving.current === null) setText(typed)
  }
  /** Lets the editor close without saving its text. */
  const cancel = () => {
    leaving.current = 'stay'
  }
  return { input, text, type, save, cancel, isSaving, fault }
}

/** Saves the value that a typed text means. Throws what is wrong with a text that means none. */
async function saveRead(text: string, form: TextForm, onSave: EditedCell['onSave']): Promise<unknown> {
  const reading = text.trim() === '' ? { value: text } : form.read(text)
  if ('fault' in reading) throw new Error(wordsOf(reading.fault, form))
  return onSave(reading.value)
}

/** Shows text that could not be saved until the user closes the notification, so that the user can copy it. */
function showLostText(column: string, text: string, reason: string): void {
  notifications.show({
    color: 'red',
    title: t('A value of the column “{column}” was not saved', { column }),
    message: <Text size="sm">{rich('{reason} The typed text was: {b}', { reason, b: <b>{text}</b> })}</Text>,
    autoClose: false,
    closeButtonProps: { 'aria-label': t('Close') },
    role: 'alert',
  })
}

function Options({ options }: { options: readonly string[] }) {
  return options.map((option) => (
    <option key={option} value={option}>
      {option === '' ? '–' : option}
    </option>
  ))
}

function CellFault({ children }: { children: string }) {
  return (
    <div id="cell-fault" role="alert" className={classes.fault}>
      {children}
    </div>
  )
}

/**
 * Returns the options for editing a cell of a column with fixed choices. The empty option is first; the
 * cell's text is added if it is none of the choices.
 */
function optionsOf({ options }: Column, text: string): readonly string[] {
  return ['', ...new Set([...(options ?? []), ...(text === '' ? [] : [text])])]
}
