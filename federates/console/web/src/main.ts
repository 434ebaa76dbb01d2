document.title = 'Busbar';
