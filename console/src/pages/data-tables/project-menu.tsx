import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Ellipsis, FlaskConical, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Project } from '../../api/schema.ts'
import { useDeleteProject, useRenameProject } from '../../api/table/projects.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
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
      title: `Delete the project “${project.name}”?`,
      text: 'Only an empty project can be deleted. Delete its data tables and spinners first.',
      action: 'Delete project',
      isDangerous: true,
      onConfirm: () => remove(project.id),
    })
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions on the project ${project.name}`}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={onCreateTable}>
            Add data table to project
          </Menu.Item>
          {onCreateProject !== undefined && (
            <Menu.Item leftSection={<FolderPlus size={16} aria-hidden />} onClick={onCreateProject}>
              New project
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={renamingIs.open}>
            Rename project
          </Menu.Item>
          <Menu.Item leftSection={<FlaskConical size={16} aria-hidden />} onClick={copyingIs.open}>
            {isTestMode ? 'Copy back…' : 'Copy to test mode…'}
          </Menu.Item>
          {isEmpty && (
            <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={confirmDelete}>
              Delete project
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ProjectNameModal
        opened={renaming}
        title="Rename project"
        verb="Rename"
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
