#!/usr/bin/env perl
# The promise type `@NAME@`: the promiser is a file that holds the text of the attribute `content`.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use VowModule;

sub text_of {
    my ($path) = @_;
    open(my $file, '<', $path) or return;
    local $/;
    return <$file> // '';
}

sub write_text {
    my ($path, $text) = @_;
    open(my $file, '>', $path) or return;
    return print({$file} $text) && close($file);
}

sub evaluate {
    my ($self, $promise) = @_;
    my ($path, $wanted) = ($promise->{promiser}, $promise->{attributes}{content});
    my $found = text_of($path);
    return $self->kept("'$path' is as promised") if defined $found && $found eq $wanted;
    return if $self->would("write '$path'", path => $path);
    write_text($path, $wanted) or return $self->not_kept("Cannot write '$path': $!");
    $self->repaired("Wrote '$path'");
}

VowModule->new(
    name => '@NAME@',
    version => '0.1',
    summary => 'keeps the text of a file',
    promiser => {pattern => '/.+', summary => 'the file, an absolute path'},
    attributes => [content => {required => 1, summary => 'the text of the file'}],
    evaluate => \&evaluate,
)->serve;
