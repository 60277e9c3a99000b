import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Ellipsis, FlaskConical, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Project } from '../../api/schema.ts'
import { useDeleteProject, useRenameProject } from '../../api/table/projects.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { t } from '../../languages/text.ts'
import { CopyProject } from '../test-mode/copy/copy-project.tsx'
import { ProjectNameModal } from './project-name-modal.tsx'

/** The menu of actions for a project. */
export function ProjectMenu({
  project,
  isEmpty,
  onCreateTable,
  onCreateProject,
}: {
  project: Project
  isEmpty: boolean
  onCreateTable: () => void
  onCreateProject?: () => void
}) {
  const [renaming, renamingIs] = useDisclosure()
  const [copying, copyingIs] = useDisclosure()
  const isTestMode = useIsTestMode()
  const rename = useRenameProject(project.id)
  const { mutate: remove } = useDeleteProject()
  const confirmDelete = () =>
    askToConfirm({
      title: t('Delete the project “{name}”?', { name: project.name }),
      text: t('Only an empty project can be deleted. Delete its data tables and spinners first.'),
      action: t('Delete project'),
      isDangerous: true,
      onConfirm: () => remove(project.id),
    })
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Actions on the project {name}', { name: project.name })}
          >
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={onCreateTable}>
            {t('Add data table to project')}
          </Menu.Item>
          {onCreateProject !== undefined && (
            <Menu.Item leftSection={<FolderPlus size={16} aria-hidden />} onClick={onCreateProject}>
              {t('New project')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={renamingIs.open}>
            {t('Rename project')}
          </Menu.Item>
          <Menu.Item leftSection={<FlaskConical size={16} aria-hidden />} onClick={copyingIs.open}>
            {isTestMode ? t('Copy back…') : t('Copy to test mode…')}
          </Menu.Item>
          {isEmpty && (
            <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={confirmDelete}>
              {t('Delete project')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ProjectNameModal
        opened={renaming}
        title={t('Rename project')}
        verb={t('Rename')}
        name={project.name}
        mutation={rename}
        onClose={renamingIs.close}
      />
      {copying && (
        <CopyProject
          project={project}
          direction={isTestMode ? 'copy-from-test' : 'copy-to-test'}
          onClose={copyingIs.close}
        />
      )}
    </>
  )
}
