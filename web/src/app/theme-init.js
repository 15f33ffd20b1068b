// Runs before the first paint: sets the color scheme that Mantine would only set after React has started, chooses the outline of
// the page, and requests the screen's files and its first data, which would otherwise wait for the main file.
;(function () {
  var scheme = null
  var session = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
    // As in api/session.ts.
    session =
      sessionStorage.getItem('clipmeter.session') ||
      localStorage.getItem('clipmeter.session') ||
      localStorage.getItem('clipmeter.shared')
  } catch {
    // Storage is blocked: fall through to the system's scheme.
  }
  var root = document.documentElement
  var chosen = scheme === 'light' || scheme === 'dark' ? scheme : null
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', chosen || system)
  root.setAttribute('data-first', session ? 'screen' : 'login')

  try {
    var { user, token, must_change_password } = JSON.parse(session)
    var address = !must_change_password && addressOf(user)
    var authorization = `Bearer ${token}`
    if (address) {
      var url = `${location.origin}/api/${address}`
      var response = fetch(url, { headers: { authorization } })
      window.firstRead = { url, authorization, sentAt: performance.now(), response }
      // The screen shows the error.
      response.catch(() => {})
    }
  } catch {
    // No session, or a period of another kind, which has no length: the screen sends the read itself.
  }

  // Files by path: none during development.
  ;(__FILES__[session || location.pathname === '/share' ? location.pathname : '/login'] || []).forEach(
    function (href) {
      var link = document.createElement('link')
      var style = href.endsWith('.css')
      link.rel = style ? 'preload' : 'modulepreload'
      if (style) link.as = 'style'
      link.crossOrigin = ''
      link.href = href
      document.head.appendChild(link)
    },
  )

  // The read for the first number or row of a screen in its usual view. It must be exactly what the screen sends, or the response is
  // not used.
  function addressOf({ id, group_id, role, is_admin }) {
    var admin = is_admin || role === 'admin'
    var path = location.pathname
    var period = /^(?:\?period=(\d+-days))?$/.exec(location.search)
    if (!period) return
    if (path === '/') {
      // As in usePeriod.ts and period.ts.
      var name = period[1] || (stored('periods') || {})[id] || '7-days'
      var length = { '7-days': 7, '28-days': 28, '90-days': 90 }[name]
      var format = { timeZone: (stored('time-zones') || {})[id] || 'UTC' }
      var [month, day, year] = new Date().toLocaleDateString('en-US', format).split('/')
      var dayBefore = (days) => new Date(Date.UTC(year, month - 1, day - days)).toISOString().slice(0, 10)
      var days = `from=${dayBefore(length)}&to=${dayBefore(1)}`
      return `dashboard/gains?${days}&compare_from=${dayBefore(2 * length)}&compare_to=${dayBefore(length + 1)}`
    }
    if (/^.(instagram|tiktok)$/.test(path) && !admin) return `${path.slice(1)}/accounts?page=1&per_page=25`
    if (path === '/all-data' && !location.search) {
      var size = matchMedia('(max-width: 47.99em)').matches ? 25 : 100
      var group = !admin && group_id ? `&group_id=${group_id}` : ''
      return `dashboard/all-instagram-posts?page=1&per_page=${size}${group}`
    }
  }
  function stored(name) {
    return JSON.parse(localStorage.getItem(`clipmeter.${name}`))
  }
})()
