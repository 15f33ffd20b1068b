// Runs before the first paint: sets the color scheme that Mantine would only set after React has started, chooses the outline of
// the page, and requests the screen's files, which would otherwise wait for the main file.
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

  // The build replaces it: files by path.
  var files = {}
  ;(files[session || location.pathname === '/share' ? location.pathname : '/login'] || []).forEach(
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
})()
