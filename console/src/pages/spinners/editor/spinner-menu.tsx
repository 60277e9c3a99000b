import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CirclePause, CloudOff, Copy, Ellipsis, History, Save, Trash2 } from 'lucide-react'
import type { Spinner } from '../../../api/schema.ts'
import { useDuplicateSpinner, usePauseSpinner, useUnpublishSpinner } from '../../../api/spinner/spinners.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { SaveTemplate } from '../templates/save-template.tsx'
import { useDeletion } from '../use-deletion.tsx'
import { VersionsDialog } from '../versions/versions-dialog.tsx'

/** The menu with the actions for a spinner that are used rarely. */
export function SpinnerMenu({ draft }: { draft: Draft }) {
  const spinner = useDraftPart(draft, ({ stored }) => stored.spinner)
  const [versionsOpened, versions] = useDisclosure()
  const [templateOpened, template] = useDisclosure()
  const { isPublished, duplicate, pause, unpublish, remove } = useMenuActions(draft, spinner)
  // Saves the spinner before it is copied. Changes that cannot be saved are left out.
  const saved = () => draft.flush().catch(() => undefined)
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('More actions for the spinner')}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Copy size={16} aria-hidden />}
            onClick={() => void saved().then(duplicate)}
          >
            {t('Duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<Save size={16} aria-hidden />} onClick={template.open}>
            {t('Save as template')}
          </Menu.Item>
          <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={versions.open}>
            {t('Versions')}
          </Menu.Item>
          {isPublished && spinner.pause === null && (
            <Menu.Item leftSection={<CirclePause size={16} aria-hidden />} onClick={() => pause()}>
              {t('Pause spinner and jobs')}
            </Menu.Item>
          )}
          {isPublished && (
            <Menu.Item leftSection={<CloudOff size={16} aria-hidden />} onClick={unpublish}>
              {t('Unpublish')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} disabled={isPublished} onClick={remove}>
            {isPublished ? t('Delete (unpublish the spinner first)') : t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {versionsOpened && <VersionsDialog draft={draft} onClose={versions.close} />}
      {templateOpened && (
        <SaveTemplate draft={draft} stepKey={null} name={spinner.name} onClose={template.close} />
      )}
    </>
  )
}

function useMenuActions(draft: Draft, spinner: Spinner) {
  const navigate = useNavigate()
  const deletion = useDeletion()
  const unpublishSpinner = useUnpublishSpinner()
  const pauseSpinner = usePauseSpinner()
  const duplicate = useDuplicateSpinner()
  const { mutate: pause } = useMutation({ mutationFn: () => draft.act(() => pauseSpinner(spinner.id)) })
  const { mutate: unpublish } = useMutation({ mutationFn: () => draft.act(unpublishSpinner) })
  const open = ({ id }: Spinner) => void navigate({ to: '/spinners/$spinnerId', params: { spinnerId: id } })
  return {
    isPublished: spinner.status === 'published',
    duplicate: () => duplicate.mutate(spinner.id, { onSuccess: open }),
    pause,
    unpublish: () =>
      askToConfirm({
        title: t('Unpublish “{name}”?', { name: spinner.name }),
        text: t(
          'You can no longer run or trigger the spinner: requests from CRMs get the answer 404. Started jobs continue. You can publish it again.',
        ),
        action: t('Unpublish'),
        isDangerous: true,
        onConfirm: () => unpublish(),
      }),
    remove: () =>
      deletion.ask(spinner, () => {
        draft.replace(draft.state().stored)
        void navigate({ to: '/spinners' })
      }),
  }
}
