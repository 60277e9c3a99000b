import { Button, Menu, Modal, Text } from '@mantine/core'
import { Bookmark, Plus, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../languages/text.ts'
import { askToConfirm } from '../dialog/ask-to-confirm.tsx'
import { NameForm } from '../dialog/name-form.tsx'
import { ForEditors } from '../for-editors.tsx'

/** A search of a list that is saved under a name for all members of the organization. */
interface SavedView {
  readonly id: string
  readonly name: string
}

/** The state of the request that saves a new view. */
interface NewViewRequest {
  readonly error: Error | null
  readonly isPending: boolean
}

interface ViewsMenuProps<View extends SavedView> {
  readonly views: readonly View[]
  readonly opened: View | undefined
  /** Whether the list differs from the opened view. */
  readonly isChanged: boolean
  /** Whether the list has a search, an order or columns that a view can save. */
  readonly isWorthSaving: boolean
  readonly isSaving: boolean
  readonly newView: NewViewRequest
  /** The sentences of the dialog that deletes a view. */
  readonly deleteText: string
  readonly placeholder: string
  readonly onOpen: (view: View) => void
  readonly onSave: (name: string, onSaved: () => void) => void
  readonly onSaveChanges: (view: View) => void
  readonly onDelete: (view: View) => void
}

/** The menu of the views of a list: opens, saves, changes and deletes them. */
export function ViewsMenu<View extends SavedView>(props: ViewsMenuProps<View>) {
  const { views, opened, isChanged, isSaving, newView, placeholder, onOpen, onSave } = props
  const [isNaming, setNaming] = useState(false)
  const close = () => setNaming(false)
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            size="sm"
            variant="default"
            loading={isSaving}
            leftSection={<Bookmark size={16} aria-hidden />}
          >
            {labelOf(opened, isChanged)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItems views={views} onOpen={onOpen} />
          <ForEditors>
            <ChangeItems {...props} onName={() => setNaming(true)} />
          </ForEditors>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <Modal opened onClose={close} title={t('Save this view')}>
          <Text size="sm" mb="md">
            {t(
              'The view saves the search, its filters, its order and its columns for all members of the organization.',
            )}
          </Text>
          <NameForm
            verb={t('Save view')}
            name=""
            placeholder={placeholder}
            error={newView.error}
            isPending={newView.isPending}
            onSubmit={(name) => onSave(name, close)}
            onCancel={close}
          />
        </Modal>
      )}
    </>
  )
}

function labelOf(opened: SavedView | undefined, isChanged: boolean): string {
  if (opened === undefined) return t('Views')
  return isChanged ? t('{name} (changed)', { name: opened.name }) : opened.name
}

/** The menu items that save and delete views. */
function ChangeItems<View extends SavedView>({
  opened,
  isChanged,
  isWorthSaving,
  deleteText,
  onSaveChanges,
  onName,
  onDelete,
}: ViewsMenuProps<View> & { readonly onName: () => void }) {
  const confirmDelete = (view: View) =>
    askToConfirm({
      title: t('Delete the view “{name}”?', { name: view.name }),
      text: deleteText,
      action: t('Delete view'),
      isDangerous: true,
      onConfirm: () => onDelete(view),
    })
  return (
    <>
      {isChanged && opened !== undefined && (
        <Menu.Item leftSection={<Save size={15} aria-hidden />} onClick={() => onSaveChanges(opened)}>
          {t('Save changes of “{name}”', { name: opened.name })}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Plus size={15} aria-hidden />}
        disabled={!isWorthSaving || (opened !== undefined && !isChanged)}
        onClick={onName}
      >
        {opened === undefined ? t('Save this view') : t('Save as a new view')}
      </Menu.Item>
      {opened !== undefined && (
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={15} aria-hidden />}
          onClick={() => confirmDelete(opened)}
        >
          {t('Delete the view “{name}”', { name: opened.name })}
        </Menu.Item>
      )}
    </>
  )
}

function ViewItems<View extends SavedView>({
  views,
  onOpen,
}: {
  views: readonly View[]
  onOpen: (view: View) => void
}) {
  if (views.length === 0)
    return (
      <Menu.Label>
        {t('A view saves a search with its filters, order and columns, for all members of the organization.')}
      </Menu.Label>
    )
  return (
    <>
      {views.map((view) => (
        <Menu.Item key={view.id} onClick={() => onOpen(view)}>
          {view.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
