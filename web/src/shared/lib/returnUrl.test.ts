import { describe, expect, test } from 'vitest'
import { safeReturnUrl } from './returnUrl'

describe('AUTH-2 a returnUrl is a path of this site', () => {
  test.each([
    ['/manage', '/manage'],
    ['/farms?name=salish&page=2', '/farms?name=salish&page=2'],
    ['/manage/5f0000000000000000000001?tab=reports&by=area', '/manage/5f0000000000000000000001?tab=reports&by=area'],
    ['/manage/../farms', '/farms'],
    ['/farms#top', '/farms'],
    ['/loginhistory', '/loginhistory'],
  ])('%j is followed', (text, path) => {
    expect(safeReturnUrl(text)).toBe(path)
  })

  test.each([
    undefined,
    '',
    '/',
    '/?x=1',
    'manage',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0D%0ALocation:x',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/manage\r\nSet-Cookie: a=b',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '////evil.example',
    '//evil.example@localhost',
    '/\\/evil.example',
    '/manage\r\nLocation: //evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:evil.example',
    'http://localhost@evil.example',
    '/login',
    '/login?returnUrl=/login?returnUrl=/farms',
    '/login/logout',
    '/manage/../login/logout',
  ])('%j is refused', (text) => {
    expect(safeReturnUrl(text)).toBeNull()
  })
})
