import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './axe'
import type { Server } from './server'
import { expect, test } from './test'

// Of a server whose mail is broken and mended.
test.use({ alone: import.meta.url })

/** Puts a file where the folder for mail was, and gives what puts the folder back. */
async function breakMail({ dataDir }: Server) {
  const folder = join(dataDir, 'demo-mail')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  return async () => {
    await rename(folder, `${folder}-broken`)
    await rename(`${folder}-away`, folder)
  }
}

test.describe(() => {
  test.use({ as: 'root' })

  test('mail that cannot be sent is seen, and goes out when it is tried again', async ({ page, server }) => {
    const mend = await breakMail(server)
    await page.request.post('/api/login/forgot', { data: { email: 'manager@merroir.example' } })
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await expect(page.getByText('No job has failed.')).toBeVisible()
    await expect(page.getByLabel('State')).toContainText('Waiting (1)', { timeout: 15_000 })
    await page.getByLabel('State').selectOption('waiting')
    await expect(page).toHaveURL(/state=waiting/)
    const row = page.getByRole('row').filter({ hasText: 'demo-mail' })
    await expect(row).toContainText('not a directory')
    await expectAccessible(page)

    await mend()
    await row.getByRole('button', { name: 'Try again: Password reset email' }).click()
    await expect(page.getByText('Password reset email will be tried again.')).toBeVisible()
    await expect(page.getByText('No job is waiting.')).toBeVisible({ timeout: 15_000 })
    await page.getByLabel('State').selectOption('done')
    await page.getByLabel('Kind').selectOption('Password reset email')
    await expect(page.getByRole('rowheader').filter({ hasText: 'Password reset email' }).first()).toBeVisible()
  })

  test('a job that nobody needs is given up after a question', async ({ page, server }) => {
    const mend = await breakMail(server)
    await page.request.post('/api/login/forgot', { data: { email: 'member@merroir.example' } })
    await page.goto('/admin/jobs?state=waiting&kind=mail.reset')
    await page.getByRole('button', { name: 'Give up: Password reset email' }).click({ timeout: 15_000 })
    await page.getByRole('button', { name: 'Give up this job' }).click()
    await expect(page.getByText('Password reset email was given up.')).toBeVisible()
    await expect(page.getByText('No job of the kind Password reset email is waiting.')).toBeVisible()
    await mend()
    await page.goto('/admin/audit')
    await expect(page.getByRole('rowheader').first()).toHaveText('root gave up a job of the kind mail.reset')
  })
})
